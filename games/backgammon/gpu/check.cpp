// Compares the engine with the crate's results for positions, on a processor: `check NETS FILE`.
// Each line of FILE is a position as four words, a roll, the number of its moves, a hash of the
// positions after them, and five probabilities for it and for the position after the best move
// (`../tests/gpu.rs` writes it). Prints how many lines there are, and every one that differs.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "engine.cu"

static std::vector<u8> bytes;
static size_t next = 16;

template <typename T>
static std::vector<T> take(size_t count) {
    std::vector<T> list(count);
    if (next + count * sizeof(T) > bytes.size()) {
        fprintf(stderr, "the file of networks ends too soon\n");
        exit(2);
    }
    memcpy(list.data(), &bytes[next], count * sizeof(T));
    next += count * sizeof(T);
    return list;
}

int main(int count, char **given) {
    FILE *file = count == 3 ? fopen(given[1], "rb") : 0, *known = count == 3 ? fopen(given[2], "r") : 0;
    if (!file || !known) {
        fprintf(stderr, "check NETS FILE: cannot read them\n");
        return 2;
    }
    for (int byte; (byte = fgetc(file)) != EOF;) bytes.push_back(byte);
    static std::vector<int> rows[3], last_bias[3];
    static std::vector<short> last[3];
    Nets nets;
    for (int role = 0; role < 3; role++) {
        std::vector<u32> size = take<u32>(2);
        u32 hidden = size[0], words = hidden / 2;
        std::vector<short> halves = take<short>((size_t)(size[1] + 1) * hidden);
        for (size_t i = 0; i < (size_t)(size[1] + 1) * words; i++)
            rows[role].push_back((int)((u32)(int)halves[2 * i] + ((u32)(int)halves[2 * i + 1] << 16)));
        last[role] = take<short>(5 * hidden);
        last_bias[role] = take<int>(5);
        nets.net[role] = {rows[role].data(), last[role].data(), last_bias[role].data(),
                          (int)size[1], (int)hidden};
    }
    fill_tables();
    static Position list[MOST_MOVES];
    u64 line[18];
    int lines = 0, differ = 0;
    while (true) {
        int read = 0;
        while (read < 17 && fscanf(known, "%llu", &line[read]) == 1) read++;
        if (read < 17) break;
        lines++;
        Position p = {(u128)line[1] << 64 | line[0], (u128)line[3] << 64 | line[2]};
        int found = successors(p, (int)line[4], list, MOST_MOVES);
        u64 hash = 0;
        int best = 0x7fffffff;
        u32 said[5], after[5];
        judge(p, nets, said);
        for (int i = 0; i < found; i++) {
            u128 m = list[i].mine, t = list[i].theirs;
            hash += (u64)m * 3 ^ (u64)(m >> 64) * 5 ^ (u64)t * 7 ^ (u64)(t >> 64) * 11;
            judge(list[i], nets, after);
            if (equity(after) < best) best = equity(after);
        }
        u32 expected[5];
        for (int o = 0; o < 5; o++) expected[o] = (u32)line[12 + o];
        bool same = (u64)found == line[5] && hash == line[6] && best == equity(expected);
        for (int o = 0; o < 5; o++) same &= said[o] == line[7 + o];
        if (!same) {
            differ++;
            printf("line %d differs\n", lines);
        }
    }
    printf("%d lines, %d differ\n", lines, differ);
    return differ > 0 || lines == 0;
}
