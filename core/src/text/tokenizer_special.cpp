#include "text/tokenizer_special.hpp"

#include <algorithm>

#include "base/sorting.hpp"
#include "base/utf8.hpp"

namespace glassformer {

namespace {

class SpecialTokenizer : public Tokenizer {
 public:
  SpecialTokenizer(std::unique_ptr<Tokenizer> inner, SpecialRules rules)
      : inner_(std::move(inner)), rules_(std::move(rules)) {
    by_content_ = places_by_text(
        rules_.added.data(), rules_.added.size(), [](const void* list, std::size_t place) {
          return std::string_view(static_cast<const AddedToken*>(list)[place].content);
        });
    for (std::size_t i = 0; i < by_content_.size(); ++i) {
      const std::string& content = sorted(i).content;
      begins_.push_back(static_cast<std::uint32_t>(longest_of(i, content)));
      if (first_bytes_.empty() || first_bytes_.back() != content[0]) first_bytes_ += content[0];
    }
  }

  Result<std::vector<Token>> encode(std::string_view text) const override {
    if (Status status = check_utf8(text); !status) return status.error();
    std::vector<Token> tokens;
    for (const TokenId id : rules_.before) tokens.push_back({id, shown(id), 0, 0});
    std::size_t done = 0;
    std::size_t at = 0;
    while ((at = text.find_first_of(first_bytes_, at)) != std::string_view::npos) {
      const AddedToken* added = added_at(text.substr(at));
      if (added == nullptr) {
        ++at;
        continue;
      }
      if (Status status = encode_stretch(text, done, at, tokens); !status) return status.error();
      tokens.push_back({added->id, shown(added->id), at, at + added->content.size()});
      done = at += added->content.size();
    }
    if (Status status = encode_stretch(text, done, text.size(), tokens); !status) {
      return status.error();
    }
    for (const TokenId id : rules_.after) {
      tokens.push_back({id, shown(id), text.size(), text.size()});
    }
    return tokens;
  }

  std::string bytes_of(TokenId id) const override { return inner_->bytes_of(id); }
  std::size_t vocab_size() const override { return inner_->vocab_size(); }
  std::size_t longest_token() const override {
    std::size_t longest = inner_->longest_token();
    if (longest == 0) return 0;
    for (const AddedToken& added : rules_.added) longest = std::max(longest, added.content.size());
    return longest;
  }
  std::optional<TokenId> id_of(std::string_view token) const override {
    return inner_->id_of(token);
  }
  bool is_special(TokenId id) const override { return inner_->is_special(id); }
  std::string_view separator() const override { return inner_->separator(); }

 private:
  const AddedToken& sorted(std::size_t i) const { return rules_.added[by_content_[i]]; }

  // Of the first `count` sorted tokens the longest that begins `text`, from 1; 0: none. `text` is
  // not less than any of them.
  std::size_t longest_of(std::size_t count, std::string_view text) const {
    while (count > 0 && !text.starts_with(sorted(count - 1).content)) count = begins_[count - 1];
    return count;
  }

  // Where one added token begins another, the longer one is meant. It sorts before the text, and
  // all tokens between the two begin with it: so it is the last token not above the text, or one
  // that begins that token.
  const AddedToken* added_at(std::string_view text) const {
    const auto above = std::partition_point(
        by_content_.begin(), by_content_.end(),
        [&](std::uint32_t place) { return rules_.added[place].content <= text; });
    const std::size_t i = longest_of(static_cast<std::size_t>(above - by_content_.begin()), text);
    return i > 0 ? &sorted(i - 1) : nullptr;
  }

  Status encode_stretch(std::string_view text, std::size_t start, std::size_t end,
                        std::vector<Token>& tokens) const {
    if (start == end) return ok_status();
    Result<std::vector<Token>> inner = inner_->encode(text.substr(start, end - start));
    if (!inner) return inner.error();
    for (Token& token : *inner) {
      token.start += start;
      token.end += start;
      tokens.push_back(std::move(token));
    }
    return ok_status();
  }

  std::unique_ptr<Tokenizer> inner_;
  SpecialRules rules_;
  std::vector<std::uint32_t> by_content_;  // places of the added tokens
  std::vector<std::uint32_t> begins_;      // of each of these, from 1: the longest that begins it
  std::string first_bytes_;                // of the added tokens
};

}  // namespace

std::unique_ptr<Tokenizer> with_special_tokens(std::unique_ptr<Tokenizer> inner,
                                               SpecialRules rules) {
  if (rules.empty()) return inner;
  return std::make_unique<SpecialTokenizer>(std::move(inner), std::move(rules));
}

}  // namespace glassformer
