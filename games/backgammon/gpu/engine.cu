// Backgammon for a graphics card: legal moves, the networks' inputs and their outputs, for as
// many positions at a time as training needs.
//
// Its results are those of the crate in `../src`, bit for bit: `train.py check` compares the two
// before anything is learned. Names and order are those of the crate, which documents each input:
// `checkers.rs`, `generator.rs`, `inputs/`, `net/`. The same file compiles as C++, so that
// everything but the kernels at its end can be tested without a card:
//
//     nvcc -arch=sm_90 -cubin -o engine.cubin engine.cu
//     g++ -O2 -shared -fPIC -x c++ -o engine.so engine.cu

#include <cstddef>
#ifdef __CUDACC__
#include <type_traits>
#define HD __host__ __device__ __forceinline__
#define TABLE static __device__
#define DEVICE __device__
#else
#define HD static inline
#define TABLE static
#define DEVICE static
#endif

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned __int128 u128;

// Bit operations, in terms that both compilers know.
#ifdef __CUDA_ARCH__
HD int ones(u32 x) { return __popc(x); }
HD int top(u32 x) { return 31 - __clz(x); }
HD int low(u32 x) { return __ffs(x) - 1; }
HD int top64(u64 x) { return 63 - __clzll(x); }
HD u32 reversed(u32 x) { return __brev(x); }
#else
HD int ones(u32 x) { return __builtin_popcount(x); }
HD int top(u32 x) { return 31 - __builtin_clz(x); }
HD int low(u32 x) { return __builtin_ctz(x); }
HD int top64(u64 x) { return 63 - __builtin_clzll(x); }
HD u32 reversed(u32 x) {
    u32 y = 0;
    for (int i = 0; i < 32; i++) y |= (x >> i & 1) << (31 - i);
    return y;
}
#endif
HD u32 least(u32 a, u32 b) { return a < b ? a : b; }
HD u32 less(u32 a, u32 b) { return a > b ? a - b : 0; }

// --- Checkers: four bits a place, 0 off the board, 25 the bar ---------------------------

const u32 POINTS = 0x1fffffe, HOME = 0x7e;
const int BAR = 25;

// A position before the roll.
struct Position {
    u128 mine, theirs;
};

HD u32 at(u128 side, int place) { return (u32)(side >> (4 * place)) & 15; }

HD u32 gather_half(u64 x) {
    x = (x | x >> 3) & 0x0303030303030303;
    x = (x | x >> 6) & 0x000f000f000f000f;
    x = (x | x >> 12) & 0x000000ff000000ff;
    return (u32)(x | x >> 24) & 0xffff;
}

HD u32 gather(u128 word) {
    const u64 each = 0x1111111111111111;
    return gather_half((u64)word & each) | gather_half((u64)(word >> 64) & each) << 16;
}

HD u32 occupied(u128 side) {
    u128 x = side >> 1 | side;
    return gather(x >> 2 | x) & 0x3fffffe;
}

HD u32 made(u128 side) {
    u128 x = side >> 1;
    return gather(x >> 2 | x >> 1 | x) & 0x3fffffe;
}

HD u32 threes(u128 side) {
    u128 four = side >> 2;
    return gather(four >> 1 | four | (side >> 1 & side)) & 0x3fffffe;
}

// The farthest place with a checker, from 0.
HD int last(u128 side) {
    u64 high = (u64)(side >> 64);
    return (high ? 64 + top64(high) : top64((u64)side | 1)) / 4;
}

// Of at most fifteen checkers: their number, and the sum of their places.
HD void weigh(u64 word, u32 *number, u32 *places) {
    const u64 each = 0x0101010101010101, even = 0x0f0f0f0f0f0f0f0f;
    u64 a = word & even, b = word >> 4 & even, both = a + b;
    u32 halves = (u32)(both * 0x0001020304050607 >> 56);
    *number = (u32)(both * each >> 56);
    *places = 2 * halves + (u32)(b * each >> 56);
}

HD u32 number(u128 word) {
    u32 a, b, unused;
    weigh((u64)word, &a, &unused);
    weigh((u64)(word >> 64), &b, &unused);
    return a + b;
}

HD u32 pips(u128 word) {
    u32 a, b, p, q;
    weigh((u64)word, &a, &p);
    weigh((u64)(word >> 64), &b, &q);
    return p + q + 16 * b;
}

HD u32 beyond(u128 side, int place) { return pips(side >> (4 * place)); }
HD u32 farther_than(u128 side, int place) { return number(side >> (4 * (place + 1))); }
HD u32 in_play(u128 side) { return number(side >> 4); }
HD bool all_off(u128 side) { return side >> 4 == 0; }
HD u32 flip(u32 places) { return reversed(places) >> 6; }
HD u32 seen(u32 places) { return flip(places) & POINTS; }

HD u32 count(u128 side, int low, int high) {
    return number(side >> (4 * low) & (((u128)1 << (4 * (high + 1 - low))) - 1));
}

HD bool is_contact(const Position &p) { return last(p.mine) + last(p.theirs) > 25; }

HD bool is_crashed(u128 side) {
    u32 left = in_play(side), ace = at(side, 1), deuce = at(side, 2);
    u32 dead = ace <= 1 ? less(deuce, 1) : deuce <= 1 ? ace : ace + deuce - 1;
    return left <= 6 + dead || (ace > 1 && left <= 6 + ace);
}

// Which network evaluates a position.
enum Role { CONTACT, CRASHED, RACE, OVER };

HD Role role(const Position &p) {
    if (all_off(p.mine) || all_off(p.theirs)) return OVER;
    if (!is_contact(p)) return RACE;
    return is_crashed(p.mine) || is_crashed(p.theirs) ? CRASHED : CONTACT;
}

HD u32 points_lost(u128 loser) { return (loser & 15) > 0 ? 1 : last(loser) < 19 ? 2 : 3; }

// --- Legal moves, none twice (`generator.rs`) --------------------------------------------

const u32 OUTSIDE = 0x3ffff80;

HD u32 sources(u32 men, int die, u32 blocked) {
    if (men >> BAR) return blocked >> (BAR - die) & 1 ? 0 : 1u << BAR;
    u32 inside = men & ~(blocked << die) & (~1u << die);
    if (men & OUTSIDE) return inside;
    bool farther = men >> (die + 1) != 0;
    u32 farthest = farther || men == 0 ? 0 : 1u << top(men);
    return inside | (men & 1u << die) | farthest;
}

HD int landing(int from, int die) { return from > die ? from - die : 0; }

// Collects the positions after moves, up to a maximum.
struct Sink {
    Position *out;
    int room, next;
};

// Plays the steps of a move, from place to place, and passes the turn to the other player.
HD void visit(Sink &sink, const Position &p, const int *from, const int *to, int steps) {
    Position child = p;
    for (int i = 0; i < steps; i++) {
        child.mine = child.mine - ((u128)1 << (4 * from[i])) + ((u128)1 << (4 * to[i]));
        int place = 25 - to[i];
        if (to[i] > 0 && at(child.theirs, place) == 1)
            child.theirs = child.theirs - ((u128)1 << (4 * place)) + ((u128)1 << (4 * BAR));
    }
    if (sink.next < sink.room) {
        sink.out[sink.next].mine = child.theirs;
        sink.out[sink.next].theirs = child.mine;
        sink.next++;
    }
}

HD void visit_two(Sink &sink, const Position &p, int s, int a, int t, int b) {
    int from[2] = {s, t}, to[2] = {landing(s, a), landing(t, b)};
    visit(sink, p, from, to, 2);
}

// The moves of a roll that is not a double.
struct Mixed {
    u32 occupied, single, blocked, blots;
    int a, b;
};

HD u32 second(const Mixed &m, int from, int by, int die) {
    u32 left = m.occupied & ~((m.single >> from & 1) << from);
    return sources(left | (1u << landing(from, by) & ~1u), die, m.blocked);
}

HD bool both_play(const Mixed &m, int from, int by, int t, int b) {
    return (sources(m.occupied, by, m.blocked) >> from & 1) && (second(m, from, by, b) >> t & 1);
}

HD void mixed(Sink &sink, const Position &p, const Mixed &m) {
    int a = m.a, b = m.b, before = sink.next;
    u32 by_a = sources(m.occupied, a, m.blocked), by_b = sources(m.occupied, b, m.blocked);
    for (u32 left = by_a; left;) {
        int s = top(left);
        left ^= 1u << s;
        for (u32 others = second(m, s, a, b); others;) {
            int t = top(others);
            others ^= 1u << t;
            if (t == landing(s, a) || t != s + b) visit_two(sink, p, s, a, t, b);
        }
    }
    for (u32 left = by_b; left;) {
        int t = top(left);
        left ^= 1u << t;
        for (u32 others = second(m, t, b, a); others;) {
            int s = top(others);
            others ^= 1u << s;
            bool known;
            if (s == landing(t, b)) {
                u32 hits = m.blots >> landing(t, a) | m.blots >> landing(t, b);
                known = !(hits & 1) && both_play(m, t, a, landing(t, a), b);
            } else {
                known = s == t + a || both_play(m, s, a, t, b)
                    || ((s > t ? s : t) <= b && both_play(m, t, a, s, b));
            }
            if (!known) visit_two(sink, p, t, b, s, a);
        }
    }
    if (sink.next > before) return;
    int die = by_a ? a : b;
    for (u32 left = by_a ? by_a : by_b; left;) {
        int s = top(left), to = landing(s, die);
        left ^= 1u << s;
        visit(sink, p, &s, &to, 1);
    }
    if (!by_a && !by_b) visit(sink, p, 0, 0, 0);
}

HD void doubles(Sink &sink, const Position &p, int die, u32 blocked) {
    for (int count = 4; count >= 1; count--) {
        int from[4], to[4], depth = 0, before = sink.next;
        u32 left[4], men[4];
        u128 words[4];
        words[0] = p.mine;
        men[0] = occupied(p.mine);
        left[0] = sources(men[0], die, blocked);
        while (true) {
            if (!left[depth]) {
                if (depth-- == 0) break;
                continue;
            }
            int s = top(left[depth]), t = landing(s, die);
            left[depth] ^= 1u << s;
            from[depth] = s;
            to[depth] = t;
            if (depth + 1 == count) {
                visit(sink, p, from, to, count);
                continue;
            }
            u128 word = words[depth] - ((u128)1 << (4 * s)) + ((u128)1 << (4 * t));
            u32 now = (at(word, s) ? men[depth] : men[depth] & ~(1u << s)) | (1u << t & ~1u);
            depth++;
            words[depth] = word;
            men[depth] = now;
            left[depth] = sources(now, die, blocked) & ((2u << s) - 1);
        }
        if (sink.next > before) return;
    }
    visit(sink, p, 0, 0, 0);
}

// The 21 rolls: 11, 21, 22, 31 and so on to 66.
HD void dice(int roll, int *high, int *low) {
    int a = 1;
    while (roll >= a) roll -= a++;
    *high = a;
    *low = roll + 1;
}

HD int weight(int roll) {
    int a, b;
    dice(roll, &a, &b);
    return a == b ? 1 : 2;
}

// All positions after a roll; returns how many there are.
HD int successors(const Position &p, int roll, Position *out, int room) {
    Sink sink = {out, room, 0};
    u32 theirs = made(p.theirs), blocked = flip(theirs) & ~1u;
    int a, b;
    dice(roll, &a, &b);
    if (a == b) {
        doubles(sink, p, a, blocked);
    } else {
        u32 men = occupied(p.mine);
        Mixed m = {men, men & ~made(p.mine), blocked, flip(occupied(p.theirs) & ~theirs) & ~1u, a, b};
        mixed(sink, p, m);
    }
    return sink.next;
}

// --- Tables -------------------------------------------------------------------------------

const int LOGIT = 1 << 22, CERTAIN = 1 << 24, END = 14, STEPS = 64, STEP = LOGIT / STEPS;

TABLE u8 ESCAPES[4096];
TABLE u32 ANY[64], BOTH[64], SUMS[512], SIGMOID[2 * END * STEPS + 1];

HD bool is_open(u32 blocked, int pips) { return !(blocked >> (12 - pips) & 1); }

// To be called once.
DEVICE void fill_tables() {
    int A[21], B[21], n = 0;
    for (int a = 1; a < 6; a++)
        for (int b = 0; b < a; b++) A[n] = a, B[n++] = b;
    for (int a = 0; a < 6; a++) A[n] = B[n] = a, n++;
    for (u32 set = 0; set < 512; set++) {
        if (set < 64) ANY[set] = BOTH[set] = 0;
        SUMS[set] = 0;
        for (int roll = 0; roll < 21; roll++) {
            if (set < 64 && (set >> A[roll] & 1 || set >> B[roll] & 1)) ANY[set] |= 1u << roll;
            if (roll == 15) n = 0;
            if (roll >= 15) continue;
            if (set < 64) BOTH[set] |= (set >> A[roll] & set >> B[roll] & 1) << roll;
            SUMS[set] |= (set >> (A[roll] + B[roll] - 1) & 1) << roll;
        }
    }
    for (u32 blocked = 0; blocked < 4096; blocked++) {
        int rolls = 0;
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= a; b++) {
                if (a == b) {
                    int at = a;
                    while (at <= 4 * a && is_open(blocked, at) && at <= 6) at += a;
                    rolls += at <= 4 * a && at > 6 && is_open(blocked, at);
                } else if (a + b > 6 && is_open(blocked, a + b)
                           && (is_open(blocked, a) || is_open(blocked, b))) {
                    rolls += 2;
                }
            }
        ESCAPES[blocked] = rolls;
    }
    double ratio = 1, term = 1, power = 1;
    for (int n = 1; n < 12; n++) {
        term = term / n / STEPS;
        ratio += term;
    }
    const int middle = END * STEPS;
    for (int i = 0; i <= middle; i++) {
        u32 low = (u32)(1.0 / (1.0 + power) * CERTAIN + 0.5);
        SIGMOID[middle - i] = low;
        SIGMOID[middle + i] = CERTAIN - low;
        power *= ratio;
    }
}

HD u32 sigmoid(int logit) {
    const int end = END * LOGIT - 1;
    u32 x = (logit < -end ? -end : logit > end ? end : logit) + END * LOGIT;
    u32 step = x / STEP, rest = x % STEP;
    return SIGMOID[step] + (SIGMOID[step + 1] - SIGMOID[step]) * rest / STEP;
}

// --- Inputs (`inputs/`) --------------------------------------------------------------------

typedef u32 Rolls;
const Rolls MIXED = (1 << 15) - 1;

HD Rolls any(u32 numbers) { return ANY[numbers & 63]; }
HD Rolls both(u32 numbers) { return BOTH[numbers & 63]; }
HD Rolls sums(u32 distances) { return SUMS[distances & 511]; }
HD Rolls one_each(u32 one, u32 other) {
    return both(one | other) & ~both(one & ~other) & ~both(other & ~one);
}
HD u32 throws(Rolls rolls) { return ones(rolls) + ones(rolls & MIXED); }

const u32 FREE = 23;

HD u32 escapes(int place, u32 blocked) {
    u32 ahead = place >= 12 ? blocked >> (place - 12) : blocked << (12 - place);
    return ESCAPES[ahead & 4095];
}

struct Side {
    u128 checkers;
    u32 men, made, blots, bar, pips;
};

HD Side side(u128 checkers) {
    u32 men = occupied(checkers) & POINTS, two = made(checkers) & POINTS;
    Side s = {checkers, men, two, men & ~two, at(checkers, BAR), pips(checkers)};
    return s;
}

struct Shots {
    u32 hits, doubles, loss, steps;
};

HD void add(Shots &shots, u32 rolls, u32 hit, bool two) {
    if (!hit) return;
    shots.hits += rolls;
    shots.loss += rolls * top(hit);
    shots.doubles += two ? rolls : 0;
}

HD u32 land(u32 men, int die, u32 blocked) { return men >> die & POINTS & ~blocked; }

HD Shots on_the_way(u32 men, u32 blocked, u32 blots) {
    Shots shots = {0, 0, 0, 0};
    for (int die = 1; die < 7; die++) shots.steps += ones(land(men, die, blocked));
    Rolls hits = 0, two = 0;
    u32 numbers = 0;
    for (u32 left = blots; left;) {
        int blot = top(left);
        left ^= 1u << blot;
        u32 direct = men >> (blot + 1) & 63, open = ~blocked >> (blot + 1) & 63;
        Rolls hit = any(direct) | (sums(men >> (blot + 3)) & any(open));
        Rolls found = hit & MIXED & ~hits;
        hits |= found;
        shots.loss += throws(found) * blot;
        two |= one_each(numbers, direct);
        numbers |= direct;
        int reach = blot > 6 ? blot - 6 : 0;
        for (u32 next = direct ? left >> reach << reach : 0; next;) {
            u32 number = 1u << (blot - 1 - low(next));
            next &= next - 1;
            two |= both(direct | number) & any(number);
        }
    }
    shots.hits = throws(hits);
    shots.doubles = throws(two);
    if (blots)
        for (int a = 1; a < 7; a++) {
            u32 one = land(men, a, blocked), second = land(one, a, blocked);
            u32 third = land(second, a, blocked);
            u32 hit = (one | second | third | land(third, a, blocked)) & blots;
            add(shots, 1, hit, hit & (hit - 1));
        }
    return shots;
}

HD u32 entry(int die, u32 blocked) { return 1u << (25 - die) & ~blocked; }

HD Shots after_entering(u32 men, u32 bar, u32 blocked, u32 blots) {
    Shots shots = {0, 0, 0, 0};
    for (int die = 1; die < 7; die++) shots.steps += entry(die, blocked) != 0;
    if (!blots) return shots;
    for (int a = 1; a < 7; a++) {
        u32 at_a = entry(a, blocked);
        for (int b = 1; b < a; b++) {
            u32 at_b = entry(b, blocked), direct = (at_a | at_b) & blots;
            u32 by_b = land(bar == 1 && at_a ? men | at_a : 0, b, blocked) & blots;
            u32 by_a = land(bar == 1 && at_b ? men | at_b : 0, a, blocked) & blots;
            bool two = ((at_a & blots) && (((at_b & blots) && bar > 1) || by_b))
                || ((at_b & blots) && by_a);
            add(shots, 2, direct | by_a | by_b, two);
        }
        if (at_a) {
            u32 hit = at_a & blots, now = men | at_a;
            for (u32 i = bar; i < 4; i++) {
                u32 next = land(now, a, blocked);
                hit |= next & blots;
                now |= next;
            }
            add(shots, 1, hit, hit & (hit - 1));
        }
    }
    return shots;
}

// The rows that a position adds up, those of the checkers first.
struct Rows {
    u16 *list;
    int next;  // how many there are
    u32 base;  // the first row of the next input
};

HD void put(Rows &rows, u32 value, u32 most) {
    if (value) rows.list[rows.next++] = (u16)(rows.base + value - 1);
    rows.base += most;
}

HD void put_board(const Position &p, Rows &rows) {
    for (int i = 0; i < 2; i++) {
        u128 word = i ? p.theirs : p.mine;
        for (int place = 0; place < 26; place++) {
            u32 n = at(word, place);
            if (n) rows.list[rows.next++] = (u16)(1 + 15 * (26 * i + place) + n - 1);
        }
    }
    rows.base = 1 + 15 * 52;
}

HD void put_lead(u32 mine, u32 theirs, int step, Rows &rows) {
    for (int shift = 0; shift <= step / 2; shift += step / 2) {
        int x = (int)theirs - (int)mine + shift;
        int steps = (x >= 0 ? x : x - step + 1) / step + 33;
        put(rows, steps < 1 ? 1 : steps > 65 ? 65 : steps, 65);
    }
}

HD u32 prime(const Side &me, const Side &they) {
    u32 made = me.made, pairs = made & made >> 1, three = pairs & made >> 2;
    if (!three) return 0;
    u32 four = pairs & pairs >> 2, five = four & made >> 4, six = four & pairs >> 4;
    u32 length = six ? 3 : five ? 2 : four ? 1 : 0;
    int first = top(six ? six : five ? five : four ? four : three);
    return length * 6 + least(count(they.checkers, 26 - first, 25), 5) + 1;
}

HD u32 above_two(const Side &s, int low, int high) {
    u32 range = (2u << high) - (1u << low);
    return count(s.checkers, low, high) - ones(s.blots & range) - 2 * ones(s.made & range);
}

HD u32 makes(const Side &me, u32 blocked) {
    if (me.bar) return 0;
    u32 spare = me.blots | threes(me.checkers);
    Rolls found = 0;
    u32 covered = 0;
    for (u32 left = (0x1f8 | 0x700000) & ~me.made & ~blocked; left;) {
        int point = low(left);
        left &= left - 1;
        u32 numbers = spare >> (point + 1);
        found |= both(numbers) | (me.made >> (point + 1) & 63) << 15;
        covered |= me.blots >> point & 1 ? numbers : 0;
    }
    return throws(found | any(covered));
}

HD void put_side(const Side &me, const Side &they, Rows &rows) {
    put(rows, least(me.pips / 6, 47), 47);
    put(rows, least((me.pips + 3) / 6, 47), 47);
    u32 blocked = seen(they.made), blots = seen(they.blots);
    Shots shots = me.bar ? after_entering(me.men, me.bar, blocked, blots)
                         : on_the_way(me.men, blocked, blots);
    put(rows, shots.hits, 36);
    put(rows, shots.doubles, 36);
    put(rows, least(shots.loss / 24, 36), 36);
    u32 open = 6 - ones(they.made & HOME);
    put(rows, me.bar ? (least(me.bar, 3) - 1) * 7 + open + 1 : 0, 21);
    put(rows, 1 + escapes(last(me.checkers), blocked), 24);
    u32 trapped = 0;
    for (u32 behind = (me.men | (u32)(me.bar > 0) << 25) >> 16; behind;) {
        int place = low(behind) + 16;
        behind &= behind - 1;
        trapped += at(me.checkers, place) * (FREE - escapes(place, blocked));
    }
    put(rows, least(trapped / 6, 31), 31);
    u32 walls = seen(me.made), hold = 0, tightest = 0;
    for (int place = 19; place <= 25; place++) {
        u32 held = FREE - escapes(place, walls);
        hold += held;
        tightest = tightest > held ? tightest : held;
    }
    put(rows, hold / 5, 32);
    put(rows, tightest, 23);
    put(rows, prime(me, they), 24);
    u32 anchors = least(ones(me.made >> 19), 3);
    put(rows, anchors * 8 + least(count(me.checkers, 19, 25), 7), 31);
    u128 outside = me.checkers >> 24 & (((u128)1 << 52) - 1) & ~(u128)15;
    put(rows, least(pips(outside) / 4, 31), 31);
    u32 attacked = ones(blots & HOME) + they.bar;
    put(rows, attacked ? least(attacked, 3) * 16 + count(me.checkers, 2, 11) : 0, 63);
    int other = last(they.checkers);
    put(rows, least(beyond(me.checkers, other > 25 ? 0 : 25 - other) / 6, 31), 31);
    put(rows, least(beyond(me.checkers, 6) / 4, 40), 40);
    put(rows, least(shots.steps, 47), 47);
    put(rows, least(above_two(me, 4, 13), 12), 12);
    put(rows, least(above_two(me, 1, 3), 12), 12);
    put(rows, (me.blots & HOME) >> 1, 63);
    put(rows, makes(me, blocked), 36);
    for (int first = 1; first <= 19; first += 3) put(rows, me.made >> first & 63, 63);
}

HD void put_race(const Side &s, Rows &rows) {
    put(rows, least(s.pips / 3, 63), 63);
    put(rows, least((s.pips + 1) / 3, 63), 63);
    put(rows, least(beyond(s.checkers, 6) / 2, 40), 40);
    u32 crossovers = 0;
    for (int i = 0; i < 4; i++) crossovers += (i + 1) * count(s.checkers, 6 * i + 1, 6 * i + 6);
    put(rows, least(crossovers, 40), 40);
    u32 gaps = ones(~s.men & 0x70);
    put(rows, least(2 * less(at(s.checkers, 1), 1) + less(at(s.checkers, 2), 1) + gaps, 31), 31);
    put(rows, (s.men & HOME) >> 1, 63);
}

// The most rows that a position has, and room for them in an odd number of words.
const int MOST_ROWS = 112, ROW_ROOM = 114;

// Lists the rows of a position for the network of its role; returns how many there are.
HD int rows_of(const Position &p, Role role, u16 *list) {
    Rows rows = {list, 0, 0};
    put_board(p, rows);
    Side me = side(p.mine), they = side(p.theirs);
    if (role == RACE) {
        put_race(me, rows);
        put_race(they, rows);
        put_lead(me.pips, they.pips, 2, rows);
    } else {
        put_side(me, they, rows);
        put_side(they, me, rows);
        put_lead(me.pips, they.pips, 4, rows);
    }
    return rows.next;
}

// --- What the rules decide (`net/sanity.rs`, `turns_left.rs`) --------------------------------

HD u32 ceil_by(u32 x, u32 by) { return (x + by - 1) / by; }

HD u32 dice_to(u128 side, int place) {
    u32 dice = 0;
    for (int from = place; last(side) > from; from += 6) dice += farther_than(side, from);
    return dice;
}

HD u32 fewest(u128 side) { return ceil_by(dice_to(side, 0), 4); }

HD u32 most(u128 side) {
    u32 all = pips(side), in_full = ceil_by(less(all - in_play(side), 1), 3);
    return in_full + ceil_by(all - 3 * in_full, 2);
}

HD u32 fewest_to_save(u128 side) { return side & 15 ? 0 : ceil_by(dice_to(side, 6) + 1, 4); }

HD u32 most_to_be_saved(u128 side) {
    if (side & 15) return 0;
    u32 home = occupied(side) & HOME, nearest = home ? low(home) : 6;
    return least(ceil_by(beyond(side, 6) + nearest, 2), (pips(side) - 15) / 3 + 1);
}

HD u32 most_to_have_left(u128 side) {
    u32 to_leave = last(side) < 19 ? 0 : (pips(side) - in_play(side) - 18) / 3 + 1;
    return least(ceil_by(beyond(side, 18), 2), to_leave);
}

// Win, win a gammon, a backgammon, lose a gammon, a backgammon, in units of 2^-24.
HD void apply_sanity_rules(const Position &p, u32 *x) {
    if (!is_contact(p)) {
        u32 my_fewest = fewest(p.mine), their_fewest = fewest(p.theirs);
        u32 my_most = most(p.mine), their_most = most(p.theirs);
        if (my_most <= their_fewest) x[0] = CERTAIN;
        else if (their_most < my_fewest) x[0] = 0;
        if (my_most <= fewest_to_save(p.theirs)) x[1] = x[0];
        else if (most_to_be_saved(p.theirs) < my_fewest) x[1] = 0;
        if (their_most < fewest_to_save(p.mine)) x[3] = CERTAIN - x[0];
        else if (most_to_be_saved(p.mine) <= their_fewest) x[3] = 0;
        if (most_to_have_left(p.theirs) < my_fewest) x[2] = 0;
        if (most_to_have_left(p.mine) <= their_fewest) x[4] = 0;
    }
    if (p.theirs & 15) x[1] = 0;
    if (p.mine & 15) x[3] = 0;
    x[1] = least(x[1], x[0]);
    x[3] = least(x[3], CERTAIN - x[0]);
    x[2] = least(x[2], x[1]);
    x[4] = least(x[4], x[3]);
}

// The outcome of a game that is over, for the player to move.
HD void ended(const Position &p, u32 *x) {
    bool won = all_off(p.mine);
    u32 points = points_lost(won ? p.theirs : p.mine);
    x[0] = won ? CERTAIN : 0;
    x[1] = won && points > 1 ? CERTAIN : 0;
    x[2] = won && points > 2 ? CERTAIN : 0;
    x[3] = !won && points > 1 ? CERTAIN : 0;
    x[4] = !won && points > 2 ? CERTAIN : 0;
}

// From the outputs of the network.
HD void settle(const Position &p, Role role, const int *logits, u32 *x) {
    if (role == OVER) {
        ended(p, x);
        return;
    }
    for (int o = 0; o < 5; o++) x[o] = sigmoid(logits[o]);
    apply_sanity_rules(p, x);
}

// The money equity for the player to move, in points, in units of 2^-24.
HD int equity(const u32 *x) {
    return (int)(2 * x[0]) - CERTAIN + (int)x[1] + (int)x[2] - (int)x[3] - (int)x[4];
}

// --- Networks --------------------------------------------------------------------------------

// Two hidden units are a word, the first in its lower half, borrowed from the other where it is
// below zero: such words add up like the units.
struct Net {
    const int *rows;       // row after row, half a word a hidden unit; the biases last
    const short *last;     // the weights of the outputs, one output after the other
    const int *last_bias;  // of each output
    int row_count, hidden;
};

struct Nets {
    Net net[3];  // by role
};

HD int unit(int sum) {
    int x = (sum < 0 ? 0 : sum > 511 ? 511 : sum) << 5;
    return x * x >> 16;
}

#ifndef __CUDACC__
// --- For a processor ---------------------------------------------------------------------------

static void judge(const Position &p, const Nets &nets, u32 *x) {
    Role r = role(p);
    int logits[5];
    if (r != OVER) {
        u16 list[ROW_ROOM];
        int n = rows_of(p, r, list);
        const Net &net = nets.net[r];
        int words = net.hidden / 2;
        for (int o = 0; o < 5; o++) logits[o] = net.last_bias[o];
        for (int w = 0; w < words; w++) {
            int sum = net.rows[(size_t)net.row_count * words + w];
            for (int i = 0; i < n; i++) sum += net.rows[(size_t)list[i] * words + w];
            int first = (short)sum, other = (sum - first) >> 16;
            for (int o = 0; o < 5; o++)
                logits[o] += unit(first) * net.last[o * net.hidden + 2 * w]
                    + unit(other) * net.last[o * net.hidden + 2 * w + 1];
        }
    }
    settle(p, r, logits, x);
}

const int MOST_MOVES = 1024;

extern "C" {
void cpu_init() { fill_tables(); }

void cpu_rows(int n, const Position *positions, u16 *rows, u8 *roles) {
    for (int i = 0; i < n; i++) {
        roles[i] = role(positions[i]);
        u16 *list = rows + (size_t)i * MOST_ROWS;
        int k = roles[i] == OVER ? 0 : rows_of(positions[i], (Role)roles[i], list);
        for (; k < MOST_ROWS; k++) list[k] = 0;
    }
}

void cpu_evaluate(int n, const Position *positions, const Nets *nets, float *said) {
    for (int i = 0; i < n; i++) {
        u32 x[5];
        judge(positions[i], *nets, x);
        for (int o = 0; o < 5; o++) said[5 * i + o] = x[o] / (float)CERTAIN;
    }
}

void cpu_candidates(int n, const Position *positions, const u8 *rolls, const u32 *picks, int most,
                    const Nets *nets, Position *next, float *said, int *number, Position *, int *) {
    for (int i = 0; i < n; i++) {
        static Position list[MOST_MOVES];
        static u32 xs[MOST_MOVES][5];
        int found = successors(positions[i], rolls[i], list, MOST_MOVES);
        for (int j = 0; j < found; j++) judge(list[j], *nets, xs[j]);
        number[i] = found;
        bool taken[MOST_MOVES] = {false};
        for (int k = 0; k <= most; k++) {
            int best = k < most ? -1 : picks[i] % found;
            for (int j = 0; j < found && k < most; j++)
                if (!taken[j] && (best < 0 || equity(xs[j]) < equity(xs[best]))) best = j;
            if (best < 0) best = 0;
            taken[best] = true;
            int to = i * (most + 1) + k;
            next[to] = list[best];
            for (int o = 0; o < 5; o++) said[5 * to + o] = xs[best][o] / (float)CERTAIN;
        }
    }
}

void cpu_lookahead(int n, const Position *positions, const Nets *nets, Position *next, float *said,
                   float *expected, Position *, int *) {
    for (int i = 0; i < n; i++) {
        float *mean = expected + 5 * i;
        for (int o = 0; o < 5; o++) mean[o] = 0;
        if (role(positions[i]) == OVER) {
            u32 x[5];
            ended(positions[i], x);
            for (int o = 0; o < 5; o++) mean[o] = x[o] / (float)CERTAIN;
            for (int r = 0; r < 21; r++) next[21 * i + r] = positions[i];
            continue;
        }
        for (int r = 0; r < 21; r++) {
            int one;
            u8 roll = r;
            u32 pick = 0;
            float *p = said + 5 * (21 * i + r), both[10];
            Position two[2];
            cpu_candidates(1, positions + i, &roll, &pick, 1, nets, two, both, &one, 0, 0);
            next[21 * i + r] = two[0];
            for (int o = 0; o < 5; o++) p[o] = both[o];
            float w = weight(r) / 36.f, flipped[5] = {1 - p[0], p[3], p[4], p[1], p[2]};
            for (int o = 0; o < 5; o++) mean[o] += w * flipped[o];
        }
    }
}
}
#else
// --- For a graphics card -------------------------------------------------------------------------

const u32 ALL = 0xffffffff;
const int WARPS = 4, MOST_MOVES = 1024, NOTHING = 0x7fffffff;
#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x >> 5)

// The outputs of a network for rows: U hidden units per lane.
template <int U>
__device__ __forceinline__ void forward(const u16 *list, int n, const Net &net, int *logits) {
    constexpr int W = U / 2, V = W > 4 ? 4 : W, PARTS = W / V;
    typedef typename std::conditional<V == 4, int4, int2>::type Part;
    int sums[W];
    auto add = [&](u32 row, bool first) {
        const Part *from = (const Part *)(net.rows + (size_t)row * (U * 16)) + LANE;
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            Part x = __ldg(from + 32 * part);
            const int *words = (const int *)&x;
#pragma unroll
            for (int i = 0; i < V; i++) sums[V * part + i] = words[i] + (first ? 0 : sums[V * part + i]);
        }
    };
    add(net.row_count, true);
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        u32 a = list[i], b = list[i + 1], c = list[i + 2], d = list[i + 3];
        add(a, false), add(b, false), add(c, false), add(d, false);
    }
    for (; i < n; i++) add(list[i], false);
    int out[5] = {0, 0, 0, 0, 0};
#pragma unroll
    for (int part = 0; part < PARTS; part++) {
        int units[2 * V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            int sum = sums[V * part + i], first = (short)sum;
            units[2 * i] = unit(first), units[2 * i + 1] = unit((sum - first) >> 16);
        }
#pragma unroll
        for (int o = 0; o < 5; o++) {
            Part x = __ldg((const Part *)(net.last + o * (U * 32)) + 32 * part + LANE);
            const int *words = (const int *)&x;
#pragma unroll
            for (int i = 0; i < V; i++)
                out[o] += units[2 * i] * (short)words[i] + units[2 * i + 1] * (words[i] >> 16);
        }
    }
#pragma unroll
    for (int o = 0; o < 5; o++) logits[o] = __reduce_add_sync(ALL, out[o]) + net.last_bias[o];
}

__device__ __forceinline__ void forward_any(const u16 *list, int n, const Net &net, int *logits) {
    switch (net.hidden) {
        case 128: return forward<4>(list, n, net, logits);
        case 256: return forward<8>(list, n, net, logits);
        default: return forward<16>(list, n, net, logits);
    }
}

// Evaluates the positions of the lanes below `n`, one each.
__device__ void judge(const Position &p, int n, const Nets *nets, u16 *lists, u32 *x) {
    int lane = LANE, r = OVER, rows = 0, mine[5] = {0, 0, 0, 0, 0};
    if (lane < n) {
        r = role(p);
        if (r != OVER) rows = rows_of(p, (Role)r, lists + lane * ROW_ROOM);
    }
    __syncwarp();
    for (int j = 0; j < n; j++) {
        int of = __shfl_sync(ALL, r, j), many = __shfl_sync(ALL, rows, j), logits[5];
        if (of == OVER) continue;
        forward_any(lists + j * ROW_ROOM, many, nets->net[of], logits);
        if (lane == j)
            for (int o = 0; o < 5; o++) mine[o] = logits[o];
    }
    __syncwarp();
    if (lane < n) settle(p, (Role)r, mine, x);
}

extern "C" {
__global__ void init() { fill_tables(); }

__global__ void rows(int n, const Position *positions, u16 *out, u8 *roles) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Position p = positions[i];
        Role r = role(p);
        u16 *list = out + (size_t)i * MOST_ROWS;
        int k = r == OVER ? 0 : rows_of(p, r, list);
        for (; k < MOST_ROWS; k++) list[k] = 0;
        roles[i] = r;
    }
}

__global__ void __launch_bounds__(32 * WARPS, 4)
evaluate(int n, const Position *positions, const Nets *nets, float *said) {
    extern __shared__ u16 shared[];
    u16 *lists = shared + WARP * 32 * ROW_ROOM;
    int warps = gridDim.x * WARPS;
    for (int from = 32 * (blockIdx.x * WARPS + WARP); from < n; from += 32 * warps) {
        int i = from + LANE, many = least(32, n - from);
        Position p;
        u32 x[5];
        if (LANE < many) p = positions[i];
        judge(p, many, nets, lists, x);
        if (LANE < many)
            for (int o = 0; o < 5; o++) said[5 * (size_t)i + o] = x[o] / (float)CERTAIN;
        __syncwarp();
    }
}

// The best moves for a roll each, at most so many, and one picked by a number: the positions
// after them, what is said of those for the other player, and how many moves there are.
__global__ void __launch_bounds__(32 * WARPS, 4)
candidates(int n, const Position *positions, const u8 *rolls, const u32 *picks, int most, const Nets *nets,
           Position *next, float *said, int *number, Position *room, int *values) {
    extern __shared__ u16 shared[];
    u16 *lists = shared + WARP * 32 * ROW_ROOM;
    int lane = LANE, warp = blockIdx.x * WARPS + WARP, warps = gridDim.x * WARPS;
    Position *list = room + (size_t)warp * 21 * MOST_MOVES;
    int *value = values + (size_t)warp * 21 * MOST_MOVES * 6;
    for (int i = warp; i < n; i += warps) {
        int found = 0;
        if (lane == 0) found = successors(positions[i], rolls[i], list, MOST_MOVES);
        __syncwarp();
        found = __shfl_sync(ALL, found, 0);
        for (int from = 0; from < found; from += 32) {
            int many = least(32, found - from);
            Position p;
            u32 x[5];
            if (lane < many) p = list[from + lane];
            judge(p, many, nets, lists, x);
            if (lane < many) {
                int *to = value + 6 * (from + lane);
                to[0] = equity(x);
                for (int o = 0; o < 5; o++) to[1 + o] = x[o];
            }
        }
        __syncwarp();
        for (int k = 0; k <= most; k++) {
            int best = NOTHING, which = 0;
            for (int j = lane; j < found; j += 32)
                if (value[6 * j] < best) best = value[6 * j], which = j;
            int least = __reduce_min_sync(ALL, best);
            which = __reduce_min_sync(ALL, best == least && least < NOTHING ? which : NOTHING);
            if (k == most) which = picks[i] % found;
            if (which == NOTHING) which = 0;
            size_t to = (size_t)i * (most + 1) + k;
            if (lane == 0) {
                next[to] = list[which];
                value[6 * which] = NOTHING;
            }
            if (lane < 5) said[5 * to + lane] = value[6 * which + 1 + lane] / (float)CERTAIN;
            __syncwarp();
        }
        if (lane == 0) number[i] = found;
    }
}

// For every roll the best move: the position after it, what is said of it for the other player,
// and the mean of that over the rolls, for the mover.
__global__ void __launch_bounds__(32 * WARPS, 4)
lookahead(int n, const Position *positions, const Nets *nets, Position *next, float *said,
          float *expected, Position *room, int *values) {
    extern __shared__ u16 shared[];
    u16 *lists = shared + WARP * 32 * ROW_ROOM;
    int lane = LANE, warp = blockIdx.x * WARPS + WARP, warps = gridDim.x * WARPS;
    Position *mine = room + ((size_t)warp * 21 + (lane < 21 ? lane : 0)) * MOST_MOVES;
    int *my_values = values + ((size_t)warp * 21 + (lane < 21 ? lane : 0)) * MOST_MOVES * 6;
    for (int i = warp; i < n; i += warps) {
        Position p = positions[i];
        if (role(p) == OVER) {
            u32 x[5];
            ended(p, x);
            if (lane < 21) {
                next[21 * (size_t)i + lane] = p;
                for (int o = 0; o < 5; o++) said[5 * (21 * (size_t)i + lane) + o] = 0;
            }
            if (lane == 0)
                for (int o = 0; o < 5; o++) expected[5 * (size_t)i + o] = x[o] / (float)CERTAIN;
            continue;
        }
        int found = lane < 21 ? successors(p, lane, mine, MOST_MOVES) : 0, before = found;
        __syncwarp();
        // The moves of all rolls, one roll after another.
        for (int step = 1; step < 32; step *= 2) {
            int other = __shfl_up_sync(ALL, before, step);
            if (lane >= step) before += other;
        }
        int all = __shfl_sync(ALL, before, 31);
        before -= found;
        for (int from = 0; from < all; from += 32) {
            int many = least(32, all - from), j = from + lane, roll = 0, start = 0;
            for (int r = 1; r < 21; r++) {
                int begins = __shfl_sync(ALL, before, r);
                if (j >= begins) roll = r, start = begins;
            }
            size_t place = ((size_t)warp * 21 + roll) * MOST_MOVES + (j - start);
            Position child;
            u32 x[5];
            if (lane < many) child = room[place];
            judge(child, many, nets, lists, x);
            if (lane < many) {
                int *to = values + 6 * place;
                to[0] = equity(x);
                for (int o = 0; o < 5; o++) to[1 + o] = x[o];
            }
        }
        __syncwarp();
        int best = 0;
        for (int j = 1; j < found; j++)
            if (my_values[6 * j] < my_values[6 * best]) best = j;
        float w = lane < 21 ? weight(lane) / 36.f : 0, of[5];
        for (int o = 0; o < 5; o++) of[o] = lane < 21 ? my_values[6 * best + 1 + o] / (float)CERTAIN : 0;
        if (lane < 21) {
            next[21 * (size_t)i + lane] = mine[best];
            for (int o = 0; o < 5; o++) said[5 * (21 * (size_t)i + lane) + o] = of[o];
        }
        float flipped[5] = {1 - of[0], of[3], of[4], of[1], of[2]};
        for (int o = 0; o < 5; o++) {
            float sum = w * flipped[o];
            for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(ALL, sum, step);
            if (lane == 0) expected[5 * (size_t)i + o] = sum;
        }
        __syncwarp();
    }
}
}
#endif
