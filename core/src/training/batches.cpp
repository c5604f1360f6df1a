#include <algorithm>

#include "base/option_check.hpp"
#include "base/parts.hpp"
#include "base/sorting.hpp"
#include "glassformer/memory_limit.hpp"
#include "glassformer/random.hpp"
#include "glassformer/training_batches.hpp"
#include "training/step_memory.hpp"

namespace glassformer {
namespace {

std::size_t below(Generator& generator, std::size_t n) {
  return static_cast<std::size_t>(generator.uniform_double() * static_cast<double>(n));
}

template <class T>
void shuffle(Generator& generator, std::vector<T>& values) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[below(generator, i)]);
}

void cut(const TrainingDocument& document, std::size_t begin, std::size_t length,
         TrainingExample& example) {
  const auto first = document.tokens.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto count = static_cast<std::ptrdiff_t>(length);
  example.source = document.source;
  example.input.assign(first, first + count);
  example.target.assign(first + 1, first + count + 1);
}

// f(begin, length) for each stretch that a document is cut into, the same way every time.
template <class F>
void pieces_in_order(const TrainingDocument& document, std::size_t max_length, F f) {
  if (document.source.size() > max_length) return;
  for (std::size_t begin = 0; begin + 1 < document.tokens.size(); begin += max_length) {
    f(begin, std::min(max_length, document.tokens.size() - 1 - begin));
    if (!document.source.empty()) return;
  }
}

}  // namespace

Result<Batches> Batches::create(std::vector<TrainingDocument> documents,
                                const BatchOptions& options) {
  if (Status status = check_options(options); !status) return status.error();
  const std::size_t given = documents.size();
  std::size_t longest = 0;
  std::erase_if(documents, [&](const TrainingDocument& d) {
    longest = std::max(longest, d.tokens.size());
    if (d.tokens.size() < 2 || d.source.size() > options.max_length) return true;
    return !d.source.empty() && d.tokens.size() - 1 > options.max_length;
  });
  if (documents.empty())
    return invalid_argument("there is nothing to learn from: of " + std::to_string(given) +
                            " documents none has 2 tokens or more and fits into " +
                            std::to_string(options.max_length) + " (the longest has " +
                            std::to_string(longest) + ")");
  std::size_t tokens = 0;
  for (const TrainingDocument& d : documents) tokens += d.source.size() + d.tokens.size() - 1;
  if (tokens < options.max_length)
    return invalid_argument("the documents hold " + std::to_string(tokens) +
                            " tokens to learn from, fewer than one context of " +
                            std::to_string(options.max_length));
  Batches batches(std::move(documents), options);
  batches.begin_epoch();
  return batches;
}

// Documents in random order, cut, sorted by length among their neighbours only, so that batches
// differ from epoch to epoch, and put into batches.
void Batches::begin_epoch() {
  Generator generator(options_.seed * 1'000'003 + epoch_);
  order_.resize(documents_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
  shuffle(generator, order_);

  pieces_.clear();
  std::size_t tokens = 0;
  for (const std::size_t document : order_) {
    const TrainingDocument& d = documents_[document];
    const std::size_t end = d.tokens.size() - 1;
    std::size_t begin = 0;
    if (d.source.empty() && end > 1 && generator.uniform_double() < options_.drop_first) begin = 1;
    // The first piece of a long document is of random length, and so are the places of all cuts.
    std::size_t most = options_.max_length;
    if (end - begin > most) most -= below(generator, most / 2 + 1);
    while (begin < end) {
      const std::size_t length = std::min(most, end - begin);
      pieces_.push_back({document, begin, length, pieces_.size()});
      tokens += tokens_of(pieces_.back());
      begin += length;
      most = options_.max_length;
    }
  }

  const std::size_t count = std::max<std::size_t>(1, tokens / options_.tokens_per_batch);
  constexpr std::size_t kSortedTogether = 32;  // batches
  const std::size_t neighbours = std::max<std::size_t>(1, kSortedTogether * pieces_.size() / count);
  for (std::size_t first = 0; first < pieces_.size(); first += neighbours) {
    const std::size_t last = std::min(pieces_.size(), first + neighbours);
    small_sort(std::span(pieces_).subspan(first, last - first),
               [&](const Piece& a, const Piece& b) {
                 const std::size_t x = tokens_of(a), y = tokens_of(b);
                 return x != y ? x < y : a.place < b.place;
               });
  }

  batches_.clear();
  std::size_t before = 0, part = 0;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const std::size_t mine = part_at(before, tokens, count);
    if (batches_.empty() || mine != part) batches_.push_back({i, i});
    part = mine;
    batches_.back().end = i + 1;
    before += tokens_of(pieces_[i]);
  }
  shuffle(generator, batches_);
  next_ = 0;
}

// Makes examples_ so many, without giving up the memory of any.
void Batches::fill(std::size_t count) {
  for (; examples_.size() > count; examples_.pop_back())
    spare_.push_back(std::move(examples_.back()));
  for (; examples_.size() < count && !spare_.empty(); spare_.pop_back())
    examples_.push_back(std::move(spare_.back()));
  examples_.resize(count);
}

const std::vector<TrainingExample>& Batches::next() {
  const Range range = batches_[next_];
  fill(range.end - range.begin);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Piece& piece = pieces_[i];
    cut(documents_[piece.document], piece.begin, piece.length, examples_[i - range.begin]);
  }
  skip(1);
  return examples_;
}

void Batches::skip(std::size_t count) {
  while (count > 0) {
    const std::size_t left = batches_.size() - next_;
    if (count < left) {
      next_ += count;
      return;
    }
    count -= left;
    ++epoch_;
    begin_epoch();
  }
}

Result<std::vector<TrainingExample>> Batches::in_order(
    const std::vector<TrainingDocument>& documents, std::size_t max_length) {
  std::size_t count = 0;
  MemorySize bytes = 0, held = 0;
  for (const TrainingDocument& d : documents) {
    held += (MemorySize(d.source.size()) + d.tokens.size()) * sizeof(TokenId);
    pieces_in_order(d, max_length, [&](std::size_t, std::size_t length) {
      bytes += training::example_memory(d.source.size(), length);
      ++count;
    });
  }
  if (Status s = check_memory("a loss", bytes, training::kLessMemory, held); !s) return s.error();
  std::vector<TrainingExample> examples;
  examples.reserve(count);
  for (const TrainingDocument& d : documents)
    pieces_in_order(d, max_length, [&](std::size_t begin, std::size_t length) {
      cut(d, begin, length, examples.emplace_back());
    });
  return examples;
}

}  // namespace glassformer
