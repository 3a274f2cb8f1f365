// Opens a recording, prints its schema and the snapshot in its middle.
#include <iostream>

#include <tickreel/base/file.h>
#include <tickreel/model/row.h>
#include <tickreel/reel/reel_reader.h>

using namespace tickreel;

static int fail_with(const char* file, const Error& error) {
    std::cerr << file << ": " << error.message << "\n";
    return 1;
}

int main(int count, char** arguments) {
    if (count != 2) return 2;
    auto file = open_file(arguments[1]);
    if (!file) return fail_with(arguments[1], file.error());
    auto reel = ReelReader::open(*std::move(file));
    if (!reel) return fail_with(arguments[1], reel.error());

    const Schema& schema = (*reel)->schema();
    for (const ItemType& type : schema.types())
        std::cout << "type " << type.name << ", " << type.fields.size() << " fields\n";
    const Timeline& timeline = (*reel)->timeline();
    auto frame = (*reel)->at(timeline.moment(timeline.length() / 2));
    if (!frame) return fail_with(arguments[1], frame.error());
    std::cout << "tick " << frame->tick << ", " << frame->snapshot.size() << " items\n";
    for (const Item& item : frame->snapshot) {
        const ItemType& type = schema[item.key.type];
        std::cout << type.name << " " << item.key.entity;
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            std::cout << " " << type.fields[i].name << "="
                      << display_value(type.fields[i], read_field(type, item.row, i));
        }
        std::cout << "\n";
    }
}
