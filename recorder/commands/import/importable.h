#pragma once
// The endings of the files that `import` reads: ".pcap", ".demo" ...

#include <string>
#include <vector>

namespace tickreel {

std::vector<std::string> importable_extensions();

}  // namespace tickreel
