#include "tickreel/analysis/frame_query.h"

#include <utility>

#include "format/analysis/query.h"

namespace tickreel {

FrameQuery::FrameQuery(Query query) : query_(std::make_unique<const Query>(std::move(query))) {}
FrameQuery::FrameQuery(FrameQuery&& other) noexcept = default;
FrameQuery& FrameQuery::operator=(FrameQuery&& other) noexcept = default;
FrameQuery::~FrameQuery() = default;

Result<FrameQuery> FrameQuery::parse(std::string_view text, const Schema& schema) {
    Result<Query> query = Query::parse(text, schema);
    if (!query) return query.error();
    if (query->least_seconds() > 0 || query->around() != nullptr)
        return fail("'for' and 'within' are not possible while a match is played");
    return FrameQuery(*std::move(query));
}

bool FrameQuery::holds(const Frame& frame) {
    const bool follows = start_ && before_.segment == frame.segment;
    if (!start_) start_ = frame.time;
    QueryContext context;
    context.seconds = std::chrono::duration<double>(frame.time - *start_).count();
    const bool found = query_->match(frame, follows ? &before_ : nullptr, context).found();
    before_ = frame;
    return found;
}

}  // namespace tickreel
