#include "player/games/teeworlds/envelope.h"

#include <algorithm>
#include <cmath>

namespace tickreel::teeworlds_art {

namespace {

enum Curve { kStep = 0, kLinear = 1, kSlow = 2, kFast = 3, kSmooth = 4, kBezier = 5 };

double bezier(double p0, double p1, double p2, double p3, double t) {
    const double s = 1 - t;
    return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3;
}

// The parameter at which the curve reaches `time`; time never decreases along it.
double solve_time(double p0, double p1, double p2, double p3, double time) {
    double low = 0;
    double high = 1;
    for (int step = 0; step < 40; ++step) {
        const double middle = (low + high) / 2;
        (bezier(p0, p1, p2, p3, middle) < time ? low : high) = middle;
    }
    return (low + high) / 2;
}

double bezier_value(const EnvelopePoint& a, const EnvelopePoint& b, std::size_t channel,
                    double time) {
    const double start = a.time;
    const double end = b.time;
    const double out = std::clamp(start + a.out_time[channel], start, end);
    const double in = std::clamp(end + b.in_time[channel], start, end);
    const double t = solve_time(start, out, in, end, time);
    const double from = a.values[channel];
    const double to = b.values[channel];
    return bezier(from, from + a.out_value[channel], to + b.in_value[channel], to, t);
}

double eased(int curve, double k) {
    switch (curve) {
        case kStep:
            return 0;
        case kSlow:
            return k * k * k;
        case kFast:
            return 1 - (1 - k) * (1 - k) * (1 - k);
        case kSmooth:
            return 3 * k * k - 2 * k * k * k;
        default:
            return k;
    }
}

std::array<float, 4> plain(const EnvelopePoint& point) {
    std::array<float, 4> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(point.values[i]) / 1024;
    return out;
}

}  // namespace

std::array<float, 4> evaluate(const Envelope& envelope, double milliseconds) {
    if (envelope.points.empty()) return {};
    const auto& points = envelope.points;
    const int length = points.back().time;
    if (points.size() == 1 || length <= 0) return plain(points.back());
    double time = std::fmod(milliseconds, double(length));
    time = time < 0 ? time + length : time;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const EnvelopePoint& a = points[i];
        const EnvelopePoint& b = points[i + 1];
        if (time < a.time || time > b.time || b.time <= a.time) continue;
        const double k = (time - a.time) / (double(b.time) - double(a.time));
        std::array<float, 4> out{};
        for (std::size_t c = 0; c < out.size(); ++c) {
            const double from = a.values[c];
            const double value = a.curve == kBezier
                                     ? bezier_value(a, b, c, time)
                                     : from + (b.values[c] - from) * eased(a.curve, k);
            out[c] = static_cast<float>(value / 1024);
        }
        return out;
    }
    return plain(points.back());
}

}  // namespace tickreel::teeworlds_art
