#pragma once
// Record batches as an Arrow C stream. The stream owns the source; errors and exceptions become
// errno codes with a message.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/tables/arrow_column.h"
#include "tickreel/base/result.h"

namespace tickreel::c {

struct RecordBatch {
    std::size_t rows = 0;
    std::vector<ArrowColumn> columns{};  // one for each field, with at least that many rows
};

class BatchSource {
public:
    virtual ~BatchSource() = default;
    virtual const std::vector<ArrowField>& fields() const = 0;
    virtual Result<std::optional<RecordBatch>> next() = 0;  // empty: the end
};

void open_stream(std::unique_ptr<BatchSource> source, ArrowArrayStream& stream);

}  // namespace tickreel::c
