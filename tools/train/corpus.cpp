#include "corpus.hpp"

#include <string_view>

#include "base/utf8.hpp"
#include "files.hpp"

namespace glassformer::tools {
namespace {

constexpr std::string_view kSeparator = "<|endoftext|>";

std::string_view without_line_break(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// f(line without its end, number of the line from 1) until it gives an Error.
template <class F>
Status for_each_line(std::string_view text, F f) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (Status status = f(without_line_break(text.substr(0, end)), number); !status) return status;
    text.remove_prefix(end);
  }
  return ok_status();
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of("\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of("\r\n") - first + 1);
}

}  // namespace

Result<std::vector<CorpusDocument>> read_corpus(const std::filesystem::path& path) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  if (Status status = check_utf8(*bytes); !status)
    return invalid_file(path.string() + ": " + status.error().message);

  std::vector<CorpusDocument> documents;
  std::string text;
  const auto end_document = [&] {
    if (const auto body = trimmed(text); !body.empty())
      documents.push_back({{}, std::string(body)});
    text.clear();
  };
  const bool pairs = path.extension() == ".tsv";
  Status status = for_each_line(*bytes, [&](std::string_view line, std::size_t number) -> Status {
    if (!pairs) {
      if (line == kSeparator) {
        end_document();
      } else {
        text.append(line).append("\n");
      }
      return ok_status();
    }
    if (line.empty()) return ok_status();
    const std::size_t tab = line.find('\t');
    const std::string_view source = line.substr(0, std::min(tab, line.size()));
    std::string_view target = tab == std::string_view::npos ? "" : line.substr(tab + 1);
    target = target.substr(0, target.find('\t'));
    if (source.empty() || target.empty())
      return invalid_file(path.string() + " line " + std::to_string(number) +
                          " is no pair of texts with a tabulator between");
    documents.push_back({std::string(source), std::string(target)});
    return ok_status();
  });
  if (!status) return status.error();
  end_document();
  if (documents.empty()) return invalid_file(path.string() + " holds no text");
  return documents;
}

}  // namespace glassformer::tools
