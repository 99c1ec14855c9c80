// SPDX-License-Identifier: Apache-2.0
#include "walk.hpp"

#include <functional>

#include "../thread_pool.hpp"
#include "kernels.hpp"
#include "walker.hpp"

namespace coldcore::core {
namespace {

bool worth_splitting(const Ball& ball) {
  return pool().size() > 1 && ball.walks.work() >= kWorthSplitting;
}

/// Walks from a word, over threads where that pays: slices share no word of the ball, so that
/// threads never write the same count.
template <class Use>
void walk_from(const Ball& ball, std::int64_t word, const Use& use) {
  const auto slices = ball.walks.slices();
  const std::int64_t count = std::ssize(slices);
  const std::int64_t grain = worth_splitting(ball) ? 1 : count;
  parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end, int) {
    Walker walker(ball, ball.shape, use);
    walker.set_word(word);
    for (std::int64_t s = begin; s < end; ++s) walker.walk(slices[s]);
  });
}

/// Calls visit(x) for the words of a stencil on each of the blocks.
template <class Visit>
void each_word(const Stencil& stencil, const std::int64_t* blocks, int count, Visit&& visit) {
  for (int i = 0; i < count; ++i) {
    for (int c = 0; c < stencil.chunk_count; ++c) {
      const Chunk chunk = stencil.chunks[c];
      for (unsigned bits = chunk.bits; bits != 0; bits &= bits - 1) {
        visit(blocks[i] + chunk.at + __builtin_ctz(bits));
      }
    }
    for (int s = 0; s < stencil.single_count; ++s) visit(blocks[i] + stencil.singles[s]);
  }
}

/// How counts are asked for hits: count(stencil, blocks, number of blocks).
struct OnCounts {
  const Ball& ball;
  CountRange range;
  const std::uint16_t* cnt;

  const Shape& layout() const { return ball.shape; }
  std::int64_t count(const Stencil& stencil, const std::int64_t* blocks, int number) const {
    return kernels().count_blocks(stencil, blocks, number, range, cnt);
  }
};

struct OnMarks {
  const Ball& ball;
  const std::uint64_t* marks;

  const MarkLayout& layout() const { return ball.marks; }
  std::int64_t count(const Stencil& stencil, const std::int64_t* blocks, int number) const {
    return kernels().count_marks(stencil, blocks, number, marks);
  }
};

template <class Field>
std::int32_t count_split(const Ball& ball, std::int64_t word, const Field& field) {
  const auto slices = ball.walks.slices();
  const auto chunk = [&](std::int64_t begin, std::int64_t end) {
    std::int64_t hits = 0;
    Walker walker(ball, field.layout(),
                  [&](const Stencil& stencil, const std::int64_t* blocks, int number) {
                    hits += field.count(stencil, blocks, number);
                  });
    walker.set_word(word);
    for (std::int64_t s = begin; s < end; ++s) walker.walk(slices[s]);
    return hits;
  };
  return static_cast<std::int32_t>(
      parallel_reduce(std::ssize(slices), 1, std::int64_t{0}, chunk, std::plus<>()));
}

template <class Field>
void count_words(const Ball& ball, Words words, const Field& field, std::int32_t* out) {
  std::int64_t hits = 0;
  Walker walker(ball, field.layout(),
                [&](const Stencil& stencil, const std::int64_t* blocks, int number) {
                  hits += field.count(stencil, blocks, number);
                });
  for (std::size_t i = 0; i < words.size(); ++i) {
    hits = 0;
    walker.set_word(words[i]);
    walker.walk_all();
    out[i] = static_cast<std::int32_t>(hits);
  }
}

template <class Field>
void gather(const Ball& ball, Words words, const Field& field, std::int32_t* out) {
  const std::int64_t count = std::ssize(words);
  if (worth_splitting(ball) && count < pool().size()) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = count_split(ball, words[i], field);
    return;
  }
  const std::int64_t grain = (kWorthSplitting - 1) / ball.walks.work() + 1;
  parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end, int) {
    count_words(ball, words.subspan(begin, end - begin), field, out + begin);
  });
}

}  // namespace

void update_balls(const Ball& ball, Words words, int delta, std::uint16_t* cnt,
                  const MarkRefresh& marks) {
  for (const std::int64_t word : words) {
    walk_from(ball, word, [&](const Stencil& stencil, const std::int64_t* blocks, int count) {
      if (marks.count == 0) return kernels().add_blocks(stencil, blocks, count, delta, cnt);
      kernels().add_and_mark_blocks(stencil, blocks, count, delta, cnt, marks);
    });
  }
}

void place_owned_balls(const Ball& ball, Words words, std::uint16_t* cnt, std::int32_t* owner) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto tag = static_cast<std::int32_t>(i);
    walk_from(ball, words[i], [=](const Stencil& stencil, const std::int64_t* blocks, int count) {
      each_word(stencil, blocks, count, [=](std::int64_t x) {
        ++cnt[x];
        owner[x] = tag;
      });
    });
  }
}

void gather_balls(const Ball& ball, Words words, CountRange range, const std::uint16_t* cnt,
                  std::int32_t* out) {
  gather(ball, words, OnCounts{ball, range, cnt}, out);
}

void gather_marked_balls(const Ball& ball, Words words, const std::uint64_t* marks,
                         std::int32_t* out) {
  gather(ball, words, OnMarks{ball, marks}, out);
}

}  // namespace coldcore::core
