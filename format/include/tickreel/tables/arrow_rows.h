#pragma once
// The rows of one item or event type as an Arrow IPC stream, for recordings that grow: bytes that
// any Arrow library reads while they come. Columns: tick, time, id and checksum (items), the
// fields, segment; units, scales and roles are the fields' metadata. Needs no DuckDB.

#include <functional>
#include <memory>

#include "tickreel/base/problem.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class ArrowRows {
public:
    // Of a type that the recording knows; the reader must outlive it.
    static Result<ArrowRows> of(const ReelReader& reel, TypeId type);
    // Of a type that it has nothing of: begin() and end() only.
    static Result<ArrowRows> without_rows(const ReelReader& reel, const ItemType& type);
    ArrowRows(ArrowRows&&) noexcept;
    ArrowRows& operator=(ArrowRows&&) noexcept;
    ~ArrowRows();

    Bytes begin() const;
    // Those of a part of the recording, in messages of bounded size; `take` returns false for no
    // more.
    Result<void> rows(MomentRange range, const ProblemSink& problems,
                      const std::function<bool(ByteView)>& take) const;
    static Bytes end();

private:
    struct Table;
    static Result<ArrowRows> made(const ReelReader& reel, const Schema& schema,
                                  std::string_view type);
    explicit ArrowRows(std::unique_ptr<Table> table);
    std::unique_ptr<Table> table_;
};

}  // namespace tickreel
