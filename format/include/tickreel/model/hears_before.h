#pragma once
// A FrameSink whose format holds as state what messages say: of a part of a recording it is told
// what was said before.

#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class HearsBefore {
public:
    virtual ~HearsBefore() = default;
    // Whether anything that recordings with these types say matters.
    virtual bool wants(const Schema& schema) const = 0;
    // In order, before the first frame; types are those of the recording.
    virtual void hear(const Event& event, const Schema& schema) = 0;
};

}  // namespace tickreel
