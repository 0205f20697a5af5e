// Random games of Big×Bang (base rules) in hand-written C++ with AVX2: the yardstick for the compiled Python rules.
//
// It plays as the package does: set-up by shuffling, a move guessed among the mover's stacks and directions (each choice equally
// likely), all choices listed only when guessing fails. Usage: bigxbang GAMES SEED; prints one JSON object.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <immintrin.h>

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr int ROWS[8] = {9, 10, 11, 12, 12, 11, 10, 9};       // X1
constexpr int BEGINS[8] = {0, -1, -2, -3, -4, -3, -2, -1};
constexpr int CIRCLES = 84, NOWHERE = 84, PADDED = 96;
constexpr int STEPS[6][2] = {{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}};  // d + 3 is opposite to d
constexpr int PARTICLES = 21, GUESSES = 16;

// A stack: 0 empty, 1-6 matter n H1 H2 H3 He3 He4, 7-12 the same of antimatter.
constexpr int PROTONS[6] = {0, 1, 1, 1, 2, 2}, NEUTRONS[6] = {1, 0, 1, 2, 1, 2};
constexpr u8 HE3 = 5, HE4 = 6;

u8 NEXT[NOWHERE + 1][8];      // the neighbour in each direction
u8 SUM[16][16];               // X7: what two stacks of a side make, 0 if nothing
u8 MAY[16][16];               // X7, X8: what may go onto what: 1 fusion, 2 annihilation
alignas(32) u8 TAKERS[2][16]; // per side: which of its six kinds may go onto a stack, as bits
alignas(32) u8 KIND_BIT[16];

struct Random {
    u64 state;
    u64 next32() {
        u64 x = state += 0x9E3779B97F4A7C15ull;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
        return (x ^ (x >> 31)) >> 32;
    }
    u32 below(u32 n) {  // Lemire
        u64 product = next32() * n;
        if (u32(product) < n) {
            const u32 floor = u32(-n) % n;
            while (u32(product) < floor) product = next32() * n;
        }
        return u32(product >> 32);
    }
};

int kind_of(int protons, int neutrons) {
    for (int k = 0; k < 6; ++k)
        if (PROTONS[k] == protons && NEUTRONS[k] == neutrons) return k + 1;
    return 0;
}

void make_tables() {
    int at[8][32], circle = 0;
    memset(at, NOWHERE, sizeof at);
    for (auto& row : at) for (int& c : row) c = NOWHERE;
    for (int row = 0; row < 8; ++row)
        for (int k = 0; k < ROWS[row]; ++k) at[row][BEGINS[row] + 2 * k + 5] = circle++;
    memset(NEXT, NOWHERE, sizeof NEXT);
    circle = 0;
    for (int row = 0; row < 8; ++row)
        for (int k = 0; k < ROWS[row]; ++k, ++circle)
            for (int d = 0; d < 6; ++d) {
                const int r = row + STEPS[d][0], x = BEGINS[row] + 2 * k + 5 + STEPS[d][1];
                if (r >= 0 && r < 8 && x >= 0 && x < 32) NEXT[circle][d] = u8(at[r][x]);
            }
    for (int side = 0; side < 2; ++side)
        for (int a = 0; a < 6; ++a) {
            const int one = 1 + a + 6 * side;
            KIND_BIT[one] = u8(1 << a);
            for (int b = 0; b < 6; ++b) {
                const int sum = kind_of(PROTONS[a] + PROTONS[b], NEUTRONS[a] + NEUTRONS[b]), other = 1 + b + 6 * side;
                SUM[one][other] = u8(sum ? sum + 6 * side : 0);
                MAY[one][other] = sum != 0;
            }
            MAY[one][1 + a + 6 * (1 - side)] = 2;
            for (int target = 1; target <= 12; ++target)
                if (MAY[one][target] || SUM[one][target]) TAKERS[side][target] |= u8(1 << a);
        }
}

struct Game {
    alignas(32) u8 board[PADDED];
    alignas(32) u8 near[NOWHERE + 1][8];  // the first occupied circle in each direction, as linked lists
    u8 stacks[2][PARTICLES * 2 + 6];
    u8 place[NOWHERE + 1];
    u8 count[2];
    u8 mover, passes;
    int carbon;
    int light[2];

    void set_up(Random& random) {
        memset(board, 0, sizeof board);
        static const auto box = [] {
            struct { u8 codes[CIRCLES]; } all;
            const u8 kinds[4] = {1, 2, 7, 8};
            for (int c = 0; c < CIRCLES; ++c) all.codes[c] = kinds[c / PARTICLES];
            return all;
        }();
        memcpy(board, box.codes, CIRCLES);
        for (u32 left = CIRCLES; left > 1; --left) {
            const u32 other = random.below(left);
            const u8 swapped = board[left - 1];
            board[left - 1] = board[other];
            board[other] = swapped;
        }
        memcpy(near, NEXT, sizeof near);
        count[0] = count[1] = 0;
        for (int c = 0; c < CIRCLES; ++c) {
            const int side = board[c] > 6;
            place[c] = count[side];
            stacks[side][count[side]++] = u8(c);
        }
        mover = passes = 0;
        carbon = -1;
        light[0] = light[1] = 0;
    }

    void leave(u32 circle, int side) {
        for (int d = 0; d < 3; ++d) {
            const u32 before = near[circle][d + 3], after = near[circle][d];
            near[before][d] = u8(after);
            near[after][d + 3] = u8(before);
        }
        const u8 last = stacks[side][--count[side]], hole = place[circle];
        stacks[side][hole] = last;
        place[last] = hole;
        board[circle] = 0;
    }

    bool makes_carbon(u32 circle, u8 code) const {  // X14
        int linked = 0;
        for (int d = 0; d < 6; ++d) {
            const u32 other = NEXT[circle][d];
            if (board[other] == code) {
                ++linked;
                for (int e = 0; e < 6; ++e) linked += board[NEXT[other][e]] == code && NEXT[other][e] != circle;
            }
        }
        return linked >= 2;
    }

    void move(u32 circle, u32 d) {
        const u8 code = board[circle];
        const u32 target = near[circle][d];
        const u8 other = board[target];
        leave(circle, mover);
        if (MAY[code][other] == 1) {
            const u8 sum = SUM[code][other];
            board[target] = sum;
            if (sum == HE4 + 6 * mover && makes_carbon(target, sum)) carbon = mover;
        } else {
            const int kind = (code - 1) % 6;
            light[mover] += 2 * (PROTONS[kind] + NEUTRONS[kind]);
            leave(target, 1 - mover);
        }
        passes = 0;
        mover ^= 1;
    }

    void pass() {
        ++passes;
        mover ^= 1;
    }

    // What may be done with four stacks, a bit for each of their 4 x 8 directions.
    u32 legal_of_four(const u8* four, const __m256i* sky, __m256i takers) const {
        u64 rows[4], bits[4];
        for (int i = 0; i < 4; ++i) {
            memcpy(&rows[i], near[four[i]], 8);
            bits[i] = KIND_BIT[board[four[i]]] * 0x0101010101010101ull;
        }
        const __m256i where = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows));
        const __m256i own = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bits));
        const __m256i high = _mm256_and_si256(_mm256_srli_epi16(where, 4), _mm256_set1_epi8(15));
        const __m256i low = _mm256_and_si256(where, _mm256_set1_epi8(15));
        __m256i there = _mm256_setzero_si256();
        for (int part = 0; part < PADDED / 16; ++part) {
            const __m256i here = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(char(part)));
            there = _mm256_or_si256(there, _mm256_and_si256(here, _mm256_shuffle_epi8(sky[part], low)));
        }
        const __m256i may = _mm256_and_si256(_mm256_shuffle_epi8(takers, there), own);
        return ~u32(_mm256_movemask_epi8(_mm256_cmpeq_epi8(may, _mm256_setzero_si256())));
    }

    void play_listed(Random& random) {
        __m256i sky[PADDED / 16];
        for (int part = 0; part < PADDED / 16; ++part)
            sky[part] = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(board + 16 * part)));
        const __m256i takers = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(TAKERS[mover])));
        u8* own = stacks[mover];
        for (int i = count[mover]; i % 4; ++i) own[i] = NOWHERE;
        u32 masks[12], total = 0;
        const int fours = (count[mover] + 3) / 4;
        for (int i = 0; i < fours; ++i) {
            masks[i] = legal_of_four(own + 4 * i, sky, takers);
            total += u32(__builtin_popcount(masks[i]));
        }
        u32 chosen = random.below(total + 1);
        if (chosen == total) return pass();
        int i = 0;
        for (u32 n; chosen >= (n = u32(__builtin_popcount(masks[i]))); ++i) chosen -= n;
        const u32 bit = u32(__builtin_ctz(_pdep_u32(1u << chosen, masks[i])));
        move(own[4 * i + bit / 8], bit % 8);
    }

    void play_random(Random& random) {
        const u32 tries = 6 * count[mover];
        for (int i = 0; i < GUESSES; ++i) {
            const u32 guess = random.below(tries + 1);
            if (guess == tries) return pass();
            const u32 circle = stacks[mover][guess / 6], d = guess % 6;
            if (MAY[board[circle]][board[near[circle][d]]]) return move(circle, d);
        }
        play_listed(random);
    }

    bool over() const { return passes == 2 || carbon >= 0; }

    int stacks_of(u8 code) const {
        int n = 0;
        for (int c = 0; c < CIRCLES; ++c) n += board[c] == code;
        return n;
    }

    int biggest_star(int side) const {  // X12
        bool seen[NOWHERE + 1];
        u8 heap[CIRCLES];
        int best = 0;
        for (int c = 0; c < CIRCLES; ++c) seen[c] = !board[c] || (board[c] > 6) != side;
        seen[NOWHERE] = true;
        for (int c = 0; c < CIRCLES; ++c) {
            if (seen[c]) continue;
            int waiting = 0, mass = 0;
            heap[waiting++] = u8(c);
            seen[c] = true;
            while (waiting) {
                const u8 at = heap[--waiting];
                const int kind = (board[at] - 1) % 6;
                mass += PROTONS[kind] + NEUTRONS[kind];
                for (int d = 0; d < 6; ++d)
                    if (const u8 other = NEXT[at][d]; !seen[other]) seen[other] = true, heap[waiting++] = other;
            }
            if (mass > best) best = mass;
        }
        return best;
    }

    // Tokens of matter and antimatter as matter * 4 + antimatter (X10-X14).
    int tokens() const {
        if (carbon >= 0) return carbon == 0 ? 12 : 3;
        const auto ahead = [](int a, int b) { return a > b ? 4 : a < b ? 1 : 0; };
        const int helium = ahead(stacks_of(HE4), stacks_of(HE4 + 6));
        return ahead(light[0], light[1]) + (helium ? helium : ahead(stacks_of(HE3), stacks_of(HE3 + 6)))
            + ahead(biggest_star(0), biggest_star(1));
    }
};

int main(int argc, char** argv) {
    const long games = argc > 1 ? atol(argv[1]) : 200000;
    Random random{argc > 2 ? strtoull(argv[2], nullptr, 10) : 1};
    make_tables();
    static Game game;
    long moves = 0;
    const clock_t began = clock();  // processor time: other work on the machine does not count
    for (long i = 0; i < games; ++i) {
        game.set_up(random);
        for (; !game.over(); ++moves) game.play_random(random);
    }
    const double seconds = double(clock() - began) / CLOCKS_PER_SEC;
    long results[16] = {}, checked = games < 100000 ? games : 100000;
    for (long i = 0; i < checked; ++i) {  // not timed: the same games are scored elsewhere
        game.set_up(random);
        while (!game.over()) game.play_random(random);
        ++results[game.tokens()];
    }
    printf("{\"games\": %ld, \"playouts_per_s\": %.0f, \"moves_per_game\": %.4f, \"tokens\": {", games, games / seconds,
           double(moves) / double(games));
    bool first = true;
    for (int r = 0; r < 16; ++r)
        if (results[r]) printf("%s\"%d-%d\": %.5f", first ? "" : ", ", r / 4, r % 4, double(results[r]) / double(checked)), first = false;
    printf("}}\n");
}
