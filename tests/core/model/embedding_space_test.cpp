// The plane in which rows spread most, and who is near whom: numpy's SVD, and every edge.
#include "glassformer/embedding_space.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <limits>

#include "checkpoint.hpp"
#include "counted_allocations.hpp"
#include "glassformer/model.hpp"
#include "golden.hpp"
#include "messages.hpp"
#include "places.hpp"

namespace glassformer {
namespace {

using namespace test;

/// Numbers of this repository's own tables, wherever other goldens are taken from.
nlohmann::json numpys() {
  return read_json(std::filesystem::path(GLASSFORMER_TESTS_DIR) / "golden/embedding_space.json");
}

/// As the golden's script makes it (tools/goldens/embedding_space.py).
Tensor table_of(const nlohmann::json& example) {
  const std::size_t rows = example["rows"], columns = example["columns"], seed = example["seed"];
  Tensor table({rows, columns});
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t sum = 37 * r * r + 101 * r * c + 59 * c * c + 17 * r + 3 * c + seed;
      const double whole = static_cast<double>(sum % 509) - 254.0;
      const double fade = std::exp2(-static_cast<double>(c) * example["fade"].get<double>());
      table.data[r * columns + c] = static_cast<float>(whole / 64.0 * fade);
    }
  }
  return table;
}

double variance(const Tensor& positions, std::size_t column, std::size_t other) {
  double sum = 0.0;
  for (std::size_t r = 0; r < positions.shape[0]; ++r)
    sum += static_cast<double>(positions.data[r * 2 + column]) * positions.data[r * 2 + other];
  return sum;
}

TEST_CASE("Positions and shares of variance are those of numpy's SVD", "[embedding_space]") {
  const nlohmann::json golden = numpys();
  for (const nlohmann::json& example : golden["cases"]) {
    const Tensor table = table_of(example);
    CAPTURE(to_string(table.shape));
    const PrincipalPlane plane = must(principal_plane(table.view()));
    REQUIRE(plane.positions.shape == Shape{table.shape[0], 2});
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(plane.explained[i] ==
            Catch::Approx(example["explained"][i].get<double>()).epsilon(1e-6).margin(1e-9));
      for (std::size_t r = 0; r < example["positions"].size(); ++r) {
        CAPTURE(r, i);
        CHECK(plane.positions.data[r * 2 + i] ==
              Catch::Approx(example["positions"][r][i].get<double>()).epsilon(1e-5).margin(2e-4));
      }
    }
  }
}

TEST_CASE("The nearest rows and their cosines are numpy's", "[embedding_space]") {
  const nlohmann::json golden = numpys();
  for (const nlohmann::json& example : golden["cases"]) {
    const Tensor table = table_of(example);
    CAPTURE(to_string(table.shape));
    const nlohmann::json& wanted = example["nearest"];
    const Neighbours nearest = must(nearest_rows(table.view(), wanted["row"], 5));
    CHECK(nearest.rows == wanted["rows"].get<std::vector<std::size_t>>());
    REQUIRE(nearest.similarities.size() == wanted["similarities"].size());
    for (std::size_t i = 0; i < nearest.similarities.size(); ++i)
      CHECK(nearest.similarities[i] ==
            Catch::Approx(wanted["similarities"][i].get<double>()).margin(1e-6));
  }
}

TEST_CASE("The two directions are uncorrelated, and no direction holds more than the first",
          "[embedding_space]") {
  Generator generator(3);
  const std::size_t n = 700, d = 48;  // nearly round: the hardest case for an iteration
  const Tensor table = random_tensor(generator, {n, d});
  const PrincipalPlane plane = must(principal_plane(table.view()));
  const double first = variance(plane.positions, 0, 0), second = variance(plane.positions, 1, 1);
  CHECK(first >= second);
  CHECK(std::abs(variance(plane.positions, 0, 1)) < 1e-5 * first);
  CHECK(plane.explained[0] / plane.explained[1] == Catch::Approx(first / second).epsilon(1e-5));
  for (std::size_t c = 0; c < d; ++c) {
    double mean = 0.0, squares = 0.0;
    for (std::size_t r = 0; r < n; ++r) mean += table.data[r * d + c] / static_cast<double>(n);
    for (std::size_t r = 0; r < n; ++r) squares += std::pow(table.data[r * d + c] - mean, 2);
    CHECK(squares <= first * (1 + 1e-6));
  }
}

TEST_CASE("Adding one vector to all rows does not change the map", "[embedding_space]") {
  Tensor table({3, 2}, {0, 0, 3, 4, 6, 8});
  const PrincipalPlane plane = must(principal_plane(table.view()));
  for (float& value : table.data) value += 16.0F;
  const PrincipalPlane moved = must(principal_plane(table.view()));
  CHECK(plane.positions.data == moved.positions.data);
  // On one line: 5 apart, all variance in the first direction, which points to where columns grow.
  CHECK(plane.positions.data[0] == Catch::Approx(-5.0));
  CHECK(plane.positions.data[4] == Catch::Approx(5.0));
  CHECK(plane.explained[0] == Catch::Approx(1.0));
  CHECK(plane.explained[1] == Catch::Approx(0.0).margin(1e-12));
}

TEST_CASE("Without variance every coordinate and share is zero", "[embedding_space]") {
  const std::vector<Tensor> tables{Tensor({1, 5}, {1, 2, 3, 4, 5}), Tensor({4, 3}),
                                   Tensor({2, 2}, {7, 8, 7, 8}), Tensor({1, 1}, {3})};
  for (const Tensor& table : tables) {
    const PrincipalPlane plane = must(principal_plane(table.view()));
    CHECK(plane.positions.data == std::vector<float>(2 * table.shape[0], 0.0F));
    CHECK(plane.explained == std::vector<float>{0.0F, 0.0F});
  }
}

TEST_CASE("A row of zeros has the cosine 0 to every row, and fewer rows than wanted are all others",
          "[embedding_space]") {
  const Tensor table({4, 2}, {1, 0, 0, 0, 2, 0, -1, 0});
  const Neighbours nearest = must(nearest_rows(table.view(), 0, 10));
  CHECK(nearest.rows == std::vector<std::size_t>{2, 1, 3});
  CHECK(nearest.similarities == std::vector<float>{1, 0, -1});
  CHECK(must(nearest_rows(table.view(), 1, 2)).similarities == std::vector<float>{0, 0});
  CHECK(must(nearest_rows(table.view(), 1, 0)).rows.empty());
  CHECK(must(nearest_rows(Tensor({1, 2}, {1, 1}).view(), 0, 3)).rows.empty());
}

TEST_CASE("What is no table, no row or no number is refused in a sentence", "[embedding_space]") {
  const Tensor table({2, 2}, {1, 2, 3, 4});
  CHECK(message_of(nearest_rows(table.view(), 2, 1)) == "there is no row 2 in a table of 2");
  CHECK(message_of(principal_plane(Tensor({4}).view())) ==
        "a table of rows must have shape (V, D), found [4]");
  CHECK(message_of(principal_plane(Tensor({0, 3}).view())) ==
        "a table of rows must have shape (V, D), found [0, 3]");
  CHECK(code_of(nearest_rows(Tensor({2, 0}).view(), 0, 1)) == ErrorCode::kInvalidArgument);
  const Tensor broken({2, 1}, {1, std::numeric_limits<float>::quiet_NaN()});
  CHECK(message_of(principal_plane(broken.view())) == "the table's numbers must be finite");
}

TEST_CASE("A model gives its table of embeddings, an encoder-decoder that of each side",
          "[embedding_space]") {
  const std::string gpt2 = safetensors(random_gpt2(1, 8, 11, 4));
  const Model one =
      must(Model::load(must(parse_config(gpt2_config(1, 2, 8, 11, 4))), bytes_of(gpt2)));
  CHECK(must(one.token_embeddings()).shape == Shape{11, 8});
  CHECK(must(one.token_embeddings()).data == must(one.weight("wte.weight")).data);
  CHECK(must(one.token_embeddings(true)).data == must(one.weight("wte.weight")).data);

  const std::string torch = safetensors(random_torch_transformer(8, 16, 13));
  const std::string config =
      R"({"model_type": "transformer", "d_model": 8, "encoder_layers": 2, "decoder_layers": 2,
          "num_heads": 2, "d_ff": 16, "vocab_size": 13, "source_vocab_size": 13,
          "norm": "post", "final_norm": false, "positions": "sinusoidal", "tie_word_embeddings": true})";
  const Model two = must(Model::load(must(parse_config(config)), bytes_of(torch)));
  CHECK(must(two.token_embeddings()).data == must(two.weight("tgt_embed.weight")).data);
  CHECK(must(two.token_embeddings(true)).data == must(two.weight("src_embed.weight")).data);
  CHECK(must(two.token_embeddings(true)).data != must(two.token_embeddings()).data);
  for (const bool of_source : {false, true}) {
    const Tensor table = must(two.token_embeddings(of_source));
    const Neighbours wanted = must(nearest_rows(table.view(), 5, 4));
    const Neighbours nearest = must(two.nearest_tokens(5, 4, of_source));
    CHECK(nearest.rows == wanted.rows);
    CHECK(nearest.similarities == wanted.similarities);
  }
  CHECK(message_of(two.nearest_tokens(13, 4)) == "there is no row 13 in a table of 13");
}

TEST_CASE("The nearest tokens are found without a copy of the table", "[embedding_space]") {
  constexpr std::size_t kWords = 2000, kColumns = 64;
  const std::string file = safetensors(random_gpt2(1, kColumns, kWords, 4));
  const Model model =
      must(Model::load(must(parse_config(gpt2_config(1, 2, kColumns, kWords, 4))), bytes_of(file)));
  const std::size_t before = allocated_bytes();
  must(model.nearest_tokens(7, 10));
  if (before == 0) SKIP("the sanitizer counts its allocations itself");
  CHECK(allocated_bytes() - before < kWords * kColumns);  // a quarter of the table
}

}  // namespace
}  // namespace glassformer
