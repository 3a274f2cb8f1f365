#include "format/tables/duckdb.h"

#include <cassert>
#include <filesystem>
#include <string>

#include <dlfcn.h>

namespace tickreel {

namespace {

struct Loaded {
    DuckDbCalls calls{};
    Result<void> outcome{};
};

// Where the build links it and the packages install it.
std::string library_path() {
    std::error_code none;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
    return (program.parent_path().parent_path() / "lib/tickreel/libduckdb.so").string();
}

// There, else wherever the system looks for libraries.
void* open_library(std::string& why) {
    const std::string path = library_path();
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) return library;
    std::error_code unknown;
    const char* reason = ::dlerror();
    if (reason != nullptr && std::filesystem::exists(path, unknown)) why = reason;
    return ::dlopen("libduckdb.so", RTLD_NOW | RTLD_LOCAL);
}

template <class Call>
void find(void* library, const char* name, Call& call, const char*& missing) {
    call = reinterpret_cast<Call>(::dlsym(library, name));
    if (call == nullptr) missing = name;
}

Loaded load() {
    Loaded loaded;
    std::string why;
    void* library = open_library(why);  // never closed: DuckDB has threads of its own
    if (library == nullptr && !why.empty()) {
        loaded.outcome = fail("DuckDB cannot be loaded: ", why);
        return loaded;
    }
    if (library == nullptr) {
        loaded.outcome =
            fail("DuckDB cannot be loaded, neither ", library_path(),
                 " nor a libduckdb.so where the system looks for libraries; put that of "
                 "https://duckdb.org there, or name its folder in LD_LIBRARY_PATH (in a checkout "
                 "'./run --build' fetches it)");
        return loaded;
    }
    const char* missing = nullptr;
#define TICKREEL_DUCKDB_LOAD(name) find(library, "duckdb_" #name, loaded.calls.name, missing);
    TICKREEL_DUCKDB_CALLS(TICKREEL_DUCKDB_LOAD)
    TICKREEL_DUCKDB_OWN_CALLS(TICKREEL_DUCKDB_LOAD)
#undef TICKREEL_DUCKDB_LOAD
    if (missing != nullptr)
        loaded.outcome = fail(library_path(), " has no ", missing,
                              "; another version of libduckdb.so is needed (in a checkout "
                              "remove it, and './run --build' fetches the right one)");
    return loaded;
}

const DuckDbCalls* given = nullptr;

const Loaded& loaded() {
    static const Loaded library = given != nullptr ? Loaded{*given, {}} : load();
    return library;
}

}  // namespace

void use_duckdb(const DuckDbCalls& calls) {
    given = &calls;
}

const Result<void>& load_duckdb() {
    return loaded().outcome;
}

const DuckDbCalls& duck() {
    assert(loaded().outcome.ok());
    return loaded().calls;
}

}  // namespace tickreel
