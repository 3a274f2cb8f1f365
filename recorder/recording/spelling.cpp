#include "recorder/recording/spelling.h"

#include <algorithm>
#include <unordered_map>

namespace tickreel {

namespace {

// Words of a folded letter and the letters that become it, made from Unicode's case folding and
// canonical decomposition without its marks; crossed and dotless letters are added by hand.
constexpr std::string_view kSpellings =
    "aÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẚẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ bḂḃḄḅḆḇ cÇçĆćĈĉĊċČčḈḉ "
    "dÐðĎďĐđḊḋḌḍḎḏḐḑḒḓ eÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ fḞḟ "
    "gĜĝĞğĠġĢģǦǧǴǵḠḡ hĤĥĦħȞȟḢḣḤḥḦḧḨḩḪḫẖ iÌÍÎÏìíîïĨĩĪīĬĭĮįİıǏǐȈȉȊȋḬḭḮḯỈỉỊị jĴĵǰ kĶķĸǨǩḰḱḲḳḴḵ "
    "lĹĺĻļĽľĿŀŁłḶḷḸḹḺḻḼḽ mḾḿṀṁṂṃ nÑñŃńŅņŇňŉŊŋǸǹṄṅṆṇṈṉṊṋ oÒÓÔÕÖØòóôõöøŌōŎŏŐőƠơǑǒǪǫǬǭǾǿȌȍȎȏȪȫȬ "
    "oȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ pṔṕṖṗ rŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ "
    "sŚśŜŝŞşŠšſȘșṠṡṢṣṤṥṦṧṨṩẛ tŢţŤťŦŧȚțṪṫṬṭṮṯṰṱẗ uÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸ "
    "uṹṺṻỤụỦủỨứỪừỬửỮữỰự vṼṽṾṿ wŴŵẀẁẂẃẄẅẆẇẈẉẘ xẊẋẌẍ yÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ zŹźŻżŽžẐẑẒẓẔẕ þÞ ƀɃ "
    "ƃƂ ƅƄ ƈƇ ƌƋ ƒƑ ƕǶ ƙƘ ƚȽ ƞȠ ƣƢ ƥƤ ƨƧ ƭƬ ƴƳ ƶƵ ƹƸ ƽƼ ƿǷ ǆǄǅ ǉǇǈ ǌǊǋ ǝƎ ǥǤ ǳǱǲ ȝȜ ȣȢ ȥȤ ȼȻ "
    "ɂɁ ɇɆ ɉɈ ɋɊ ɍɌ ɏɎ ɓƁ ɔƆ ɖƉ ɗƊ əƏ ɛƐ ɠƓ ɣƔ ɨƗ ɩƖ ɯƜ ɲƝ ɵƟ ʀƦ ʃƩ ʈƮ ʉɄ ʊƱ ʋƲ ʌɅ ʒƷǮǯ ͱͰ "
    "ͳͲ ͷͶ ͻϽ ͼϾ ͽϿ αΆΑάἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰάᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺΆᾼ βΒϐ γΓ δΔ "
    "εΈΕέϵἐἑἒἓἔἕἘἙἚἛἜἝὲέῈΈ ζΖ ηΉΗήἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὴήᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟῂῃῄῆῇῊΉῌ θΘϑϴ ιΊΐΙΪίϊἰἱἲ "
    "ιἳἴἵἶἷἸἹἺἻἼἽἾἿὶίιῐῑῒΐῖῗῘῙῚΊ κΚϰ λΛ μΜ νΝ ξΞ οΌΟόὀὁὂὃὄὅὈὉὊὋὌὍὸόῸΌ πΠϖ ρΡϱῤῥῬ σΣς τΤ "
    "υΎΥΫΰϋύὐὑὒὓὔὕὖὗὙὛὝὟὺύῠῡῢΰῦῧῨῩῪΎ φΦϕ χΧ ψΨ ωΏΩώὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼώᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺΏ "
    "ωῼ ϒϓϔ ϗϏ ϙϘ ϛϚ ϝϜ ϟϞ ϡϠ ϣϢ ϥϤ ϧϦ ϩϨ ϫϪ ϭϬ ϯϮ ϲϹ ϳͿ ϸϷ ϻϺ аАӐӑӒӓ бБ вВ гЃГѓ "
    "дД "
    "еЀЁЕѐёӖӗ "
    "жЖӁӂӜӝ зЗӞӟ иЍИЙйѝӢӣӤӥ кЌКќ лЛ мМ нН оОӦӧ пП рР сС тТ уЎУўӮӯӰӱӲӳ фФ хХ цЦ чЧӴӵ шШ щЩ ъЪ "
    "ыЫӸӹ ьЬ эЭӬӭ юЮ яЯ ђЂ єЄ ѕЅ іІЇї јЈ љЉ њЊ ћЋ џЏ ѡѠ ѣѢ ѥѤ ѧѦ ѩѨ ѫѪ ѭѬ ѯѮ ѱѰ ѳѲ ѵѴѶѷ ѹѸ "
    "ѻѺ ѽѼ ѿѾ ҁҀ ҋҊ ҍҌ ҏҎ ґҐ ғҒ ҕҔ җҖ ҙҘ қҚ ҝҜ ҟҞ ҡҠ ңҢ ҥҤ ҧҦ ҩҨ ҫҪ ҭҬ үҮ ұҰ ҳҲ ҵҴ ҷҶ ҹҸ һҺ "
    "ҽҼ ҿҾ ӄӃ ӆӅ ӈӇ ӊӉ ӌӋ ӎӍ ӏӀ ӕӔ әӘӚӛ ӡӠ өӨӪӫ ӷӶ ӻӺ ӽӼ ӿӾ ԁԀ ԃԂ ԅԄ ԇԆ ԉԈ ԋԊ ԍԌ ԏԎ ԑԐ ԓԒ ԕԔ "
    "ԗԖ ԙԘ ԛԚ ԝԜ ԟԞ ԡԠ ԣԢ ԥԤ ԧԦ ԩԨ ԫԪ ԭԬ ԯԮ ỻỺ ỽỼ ỿỾ ⱥȺ "
    "ⱦȾ";

struct Ligature {
    std::string_view folded;
    std::string_view letters;
};
constexpr Ligature kLigatures[] = {
    {"ae", "ÆæǢǣǼǽ"},
    {"ij", "Ĳĳ"},
    {"oe", "Œœ"},
    {"ss", "ßẞ"},
};

struct Letter {
    char32_t code = 0;
    std::size_t bytes = 1;
};

// The bytes of what is no UTF-8 are letters for themselves.
Letter letter_at(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
    if (bytes == 1 || first > 0xF4 || text.size() < bytes) return {};
    char32_t code = first & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    return {code, bytes};
}

using Folds = std::unordered_map<char32_t, std::string_view>;

void add_folds(Folds& folds, std::string_view folded, std::string_view letters) {
    for (Letter letter; !letters.empty(); letters.remove_prefix(letter.bytes)) {
        letter = letter_at(letters);
        folds.emplace(letter.code, folded);
    }
}

Folds make_folds() {
    Folds folds;
    for (std::string_view rest = kSpellings; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        const std::size_t folded = letter_at(word).bytes;
        add_folds(folds, word.substr(0, folded), word.substr(folded));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    for (const Ligature& ligature : kLigatures) add_folds(folds, ligature.folded, ligature.letters);
    return folds;
}

void append_utf8(std::string& out, char32_t code) {
    // All that is computed here lies between U+0561 and U+0586.
    out += static_cast<char>(0xC0U | code >> 6);
    out += static_cast<char>(0x80U | (code & 0x3FU));
}

// Accents that follow their letter, and signs that show nothing.
bool is_mark(char32_t code) {
    return (code >= 0x300 && code <= 0x36F) || code == 0xAD || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x2064) ||
           code == 0xFEFF;
}

bool is_space(char32_t code) {
    return code == 0xA0 || (code >= 0x2000 && code <= 0x200A) || code == 0x3000;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
}

void append_folded(std::string& out, char32_t code, std::string_view as_is) {
    static const Folds folds = make_folds();
    if (is_mark(code)) return;
    if (is_space(code)) {
        out += ' ';
    } else if (code >= 0xFF01 && code <= 0xFF5E) {  // wide forms of ASCII
        out += lower(static_cast<char>(code - 0xFF01 + '!'));
    } else if (code >= 0x531 && code <= 0x556) {  // Armenian
        append_utf8(out, code + 0x30);
    } else {
        const auto found = folds.find(code);
        out += found == folds.end() ? as_is : found->second;
    }
}

}  // namespace

std::string folded_spelling(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        Letter letter;
        if (static_cast<unsigned char>(text[0]) >= 0x80) letter = letter_at(text);
        if (letter.bytes == 1)
            out += lower(text[0]);
        else
            append_folded(out, letter.code, text.substr(0, letter.bytes));
        text.remove_prefix(letter.bytes);
    }
    return out;
}

}  // namespace tickreel
