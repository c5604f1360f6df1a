#include "text/tokenizer_special.hpp"

#include "base/utf8.hpp"

namespace glassformer {

namespace {

class SpecialTokenizer : public Tokenizer {
 public:
  SpecialTokenizer(std::unique_ptr<Tokenizer> inner, SpecialRules rules)
      : inner_(std::move(inner)), rules_(std::move(rules)) {
    for (const AddedToken& added : rules_.added) {
      if (first_bytes_.find(added.content[0]) == std::string::npos) {
        first_bytes_ += added.content[0];
      }
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
  std::optional<TokenId> id_of(std::string_view token) const override {
    return inner_->id_of(token);
  }
  bool is_special(TokenId id) const override { return inner_->is_special(id); }
  std::string_view separator() const override { return inner_->separator(); }

 private:
  // Where one added token begins another, the longer one is meant.
  const AddedToken* added_at(std::string_view text) const {
    const AddedToken* longest = nullptr;
    for (const AddedToken& added : rules_.added) {
      if (!text.starts_with(added.content)) continue;
      if (longest == nullptr || added.content.size() > longest->content.size()) longest = &added;
    }
    return longest;
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
  std::string first_bytes_;  // of the added tokens
};

}  // namespace

std::unique_ptr<Tokenizer> with_special_tokens(std::unique_ptr<Tokenizer> inner,
                                               SpecialRules rules) {
  if (rules.empty()) return inner;
  return std::make_unique<SpecialTokenizer>(std::move(inner), std::move(rules));
}

}  // namespace glassformer
