// Texts to learn from and to be examined on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "glassformer/error.hpp"

namespace glassformer::tools {

struct CorpusDocument {
  std::string source;  // of a translation
  std::string text;
};

/// A `.tsv` file holds a source and a text a line, with a tabulator between (what stands behind a
/// second one is passed over); any other file documents that are parted by lines
/// `<|endoftext|>`. A file that is empty, that is not UTF-8, or a line without a tabulator is an
/// Error that names the place.
Result<std::vector<CorpusDocument>> read_corpus(const std::filesystem::path& path);

}  // namespace glassformer::tools
