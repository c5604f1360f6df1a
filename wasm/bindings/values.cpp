// The types that all bindings share: numbers, names of enums, tensors, failures.
#include "convert.hpp"

namespace glassformer {
namespace {

using emscripten::register_optional;
using emscripten::register_type;
using emscripten::value_object;

std::string failure_code(const Error& error) { return error_code_name(error.code); }
void ignore_failure_code(Error&, std::string) {}

double failure_bytes(const Error& error) { return static_cast<double>(error.bytes); }
void ignore_failure_bytes(Error&, double) {}

const Shape& shape_of(const NamedTensor& named) { return named.tensor.shape; }
const std::vector<float>& data_of(const NamedTensor& named) { return named.tensor.data; }

/// The union of an enum's names, as its type.
template <typename E>
void register_names() {
  std::string names;
  for (const std::string_view name : kNames<E>) {
    names += (names.empty() ? "'" : " | '") + std::string(name) + "'";
  }
  register_type<E>(names.c_str());
}

EMSCRIPTEN_BINDINGS(values) {
  register_type<std::vector<float>>("Float32Array");
  register_type<std::vector<TokenId>>("Int32Array");
  register_type<std::vector<TokenIds>>("Int32Array[]");
  register_type<std::vector<std::uint8_t>>("Uint8Array");
  register_type<std::vector<std::byte>>("Uint8Array");
  register_type<std::vector<std::size_t>>("number[]");
  register_type<std::vector<std::string>>("string[]");
  register_type<std::array<double, 2>>("readonly [number, number]");
  register_optional<TokenId>();
  register_optional<std::size_t>();

  register_names<Architecture>();
  register_names<NormPlace>();
  register_names<Positions>();
  register_names<Activation>();
  register_names<Pooling>();
  register_names<WeightType>();
  register_names<Role>();
  register_names<Stack>();
  register_names<Sublayer>();
  register_names<WeightLayout>();
  register_names<BeamRule>();
  register_names<EarlyStopping>();
  register_names<Edit::Action>();
  register_names<Schedule>();

  value_object<Error>("Failure")
      .field("code", failure_code, ignore_failure_code)
      .field("message", &Error::message)
      .field("bytes", failure_bytes, ignore_failure_bytes);
  register_type<Status>("Failure | undefined");

  value_object<Tensor>("Tensor").field("shape", &Tensor::shape).field("data", &Tensor::data);
  // A field that is an object itself would be copied.
  value_object<NamedTensor>("NamedTensor")
      .field("name", &NamedTensor::name)
      .field("shape", shape_of, never_set<NamedTensor, Shape>)
      .field("data", data_of, never_set<NamedTensor, std::vector<float>>);
  register_type<std::vector<NamedTensor>>("NamedTensor[]");
  register_type<Result<Tensor>>("Tensor | Failure");
  register_optional<Tensor>();
}

}  // namespace
}  // namespace glassformer
