// Breaks the rules of check_layers.py in the lines marked so.
#include "recorder/recording/recorder.h"  // planted
