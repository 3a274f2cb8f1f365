#pragma once
// A value or an error. Everything that parses foreign bytes returns a Result; programming errors
// are asserts. An error message is one lower-case sentence that says what is wrong and where
// (offset or tick); the caller prepends the file name.

#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include "tickreel/base/concat.h"

namespace tickreel {

struct Error {
    std::string message{};
};

// fail("cannot read ", 12, " bytes at offset ", off): one message out of its pieces.
template <class... Parts>
[[nodiscard]] Error fail(const Parts&... parts) {
    return Error{concat(parts...)};
}

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        assert(!ok());
        return std::get<1>(state_);
    }

private:
    T& value() {
        assert(ok());
        return std::get<0>(state_);
    }
    const T& value() const {
        assert(ok());
        return std::get<0>(state_);
    }
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)), failed_(true) {}

    bool ok() const { return !failed_; }
    explicit operator bool() const { return ok(); }
    const Error& error() const {
        assert(failed_);
        return error_;
    }

private:
    Error error_{};
    bool failed_ = false;
};

}  // namespace tickreel
