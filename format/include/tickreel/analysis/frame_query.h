#pragma once
// A query (see query_run.h) about one frame after the other, as they come. Without `for` and
// `within`, which need what follows.

#include <memory>
#include <optional>
#include <string_view>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class Query;

class FrameQuery {
public:
    // `schema` outlives it; types added later are not known to it.
    static Result<FrameQuery> parse(std::string_view text, const Schema& schema);
    FrameQuery(FrameQuery&& other) noexcept;
    FrameQuery& operator=(FrameQuery&& other) noexcept;
    ~FrameQuery();

    // Call for every frame: some operators compare with the one before.
    bool holds(const Frame& frame);

private:
    explicit FrameQuery(Query query);
    std::unique_ptr<const Query> query_;
    Frame before_{};  // once start_ is known
    std::optional<std::chrono::nanoseconds> start_{};
};

}  // namespace tickreel
