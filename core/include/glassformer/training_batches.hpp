// Which sequences a step learns from: documents cut to the context, sorted by length into batches
// of about the same number of tokens, in an order that follows from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glassformer/error.hpp"
#include "glassformer/training.hpp"

namespace glassformer {

struct TrainingDocument {
  TokenIds source{};  // encoder–decoder only
  TokenIds tokens{};  // from the token it begins with to the one it ends with
};

class Batches {
 public:
  /// An Error where nothing is left to learn from, or less than one input of max_length.
  static Result<Batches> create(std::vector<TrainingDocument> documents,
                                const BatchOptions& options);

  /// The next batch, until next() is called again; after the last of an epoch the first of the
  /// next. It never ends. Once the batches have had their greatest size, this takes no memory.
  const std::vector<TrainingExample>& next();
  /// Passes over so many batches, as if next() had given them.
  void skip(std::size_t count);

  std::size_t epoch() const { return epoch_; }  // of the batch that next() gives; 0 for the first
  std::size_t batches_in_epoch() const { return batches_.size(); }
  /// All documents in their order, cut the same way every time: to evaluate on. An Error where
  /// there is no memory for that.
  static Result<std::vector<TrainingExample>> in_order(
      const std::vector<TrainingDocument>& documents, std::size_t max_length);

 private:
  // A stretch of a document's tokens: inputs [begin, begin + length), targets one later.
  struct Piece {
    std::size_t document;
    std::size_t begin;
    std::size_t length;
    std::size_t place;  // among the epoch's pieces before they are sorted
  };
  // Pieces [begin, end) of the epoch.
  struct Range {
    std::size_t begin;
    std::size_t end;
  };

  Batches(std::vector<TrainingDocument> documents, const BatchOptions& options)
      : documents_(std::move(documents)), options_(options) {}
  void begin_epoch();
  void fill(std::size_t count);
  std::size_t tokens_of(const Piece& piece) const {
    return documents_[piece.document].source.size() + piece.length;
  }

  std::vector<TrainingDocument> documents_;
  BatchOptions options_;
  // Of this epoch.
  std::vector<std::size_t> order_;
  std::vector<Piece> pieces_;
  std::vector<Range> batches_;
  std::size_t epoch_ = 0;
  std::size_t next_ = 0;
  // What next() gave, and examples whose memory is used again when a batch has more of them.
  std::vector<TrainingExample> examples_;
  std::vector<TrainingExample> spare_;
};

}  // namespace glassformer
