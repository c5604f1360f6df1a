// How the core's types cross to JavaScript. The files in bindings/, one for each subject, are the
// only place where the core's names become JavaScript's: they convert and rename, and do not
// compute. web/src/worker/ is their only caller; it owns every handle and its
// delete(), and checks what it passes. Vectors of numbers become typed arrays of JavaScript's own
// (a view would die as soon as memory grows), vectors of anything else arrays, enums their names,
// and a Result its value or a Failure, because nothing can be thrown through WebAssembly compiled
// without exceptions.
#pragma once

#include <emscripten/bind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "glassformer/config.hpp"
#include "glassformer/decoding.hpp"
#include "glassformer/error.hpp"
#include "glassformer/hooks.hpp"
#include "glassformer/safetensors.hpp"
#include "glassformer/tokenizer.hpp"
#include "glassformer/training.hpp"
#include "glassformer/utf16.hpp"
#include "glassformer/weight_info.hpp"

namespace glassformer {

/// The names of an enum's values, in their order, as JavaScript has them.
template <typename E>
inline constexpr std::array<std::string_view, 0> kNames{};
template <>
inline constexpr std::array<std::string_view, 3> kNames<Architecture>{"decoder", "encoder",
                                                                      "encoder-decoder"};
template <>
inline constexpr std::array<std::string_view, 3> kNames<NormPlace>{"none", "pre", "post"};
template <>
inline constexpr std::array<std::string_view, 3> kNames<Positions>{"none", "learned", "sinusoidal"};
template <>
inline constexpr std::array<std::string_view, 3> kNames<Activation>{"relu", "gelu", "gelu_new"};
template <>
inline constexpr std::array<std::string_view, 4> kNames<Pooling>{"none", "mean", "first", "last"};
template <>
inline constexpr std::array<std::string_view, 3> kNames<WeightType>{"fp32", "fp16", "int8"};
template <>
inline constexpr std::array<std::string_view, 15> kNames<Role>{
    "qkv",        "self_out",  "cross_query",      "cross_key",        "cross_value",
    "cross_qkv",  "cross_out", "feed_forward_in",  "feed_forward_out", "norm",
    "final_norm", "embedding", "source_embedding", "positions",        "head"};
template <>
inline constexpr std::array<std::string_view, 2> kNames<Stack>{"encoder", "decoder"};
template <>
inline constexpr std::array<std::string_view, 3> kNames<Sublayer>{
    "self_attention", "cross_attention", "feed_forward"};
template <>
inline constexpr std::array<std::string_view, 2> kNames<WeightLayout>{"in_out", "out_in"};
template <>
inline constexpr auto kNames<BeamRule> = kBeamRuleNames;
template <>
inline constexpr auto kNames<EarlyStopping> = kEarlyStoppingNames;
template <>
inline constexpr std::array<std::string_view, 3> kNames<Edit::Action>{"scale", "add", "set"};
template <>
inline constexpr auto kNames<Schedule> = kScheduleNames;

/// Clang writes an enumerator by its name, and any other value as a cast: (Positions)3.
template <auto kValue>
consteval bool is_enumerator() {
  constexpr std::string_view kBefore = "kValue = ";
  const std::string_view function = __PRETTY_FUNCTION__;
  return function[function.rfind(kBefore) + kBefore.size()] != '(';
}

/// Whether each enumerator has a name, and each name an enumerator.
template <typename E>
consteval bool names_every_value() {
  constexpr std::size_t kCount = kNames<E>.size();
  return is_enumerator<static_cast<E>(kCount - 1)>() && !is_enumerator<static_cast<E>(kCount)>();
}

/// Seeds cross as numbers.
template <typename Options>
double seed_of(const Options& options) {
  return static_cast<double>(options.seed);
}
template <typename Options>
void set_seed(Options& options, double seed) {
  options.seed = static_cast<std::uint64_t>(seed);
}

/// An object with a field for every option.
template <typename Options>
void register_options(const char* name) {
  emscripten::value_object<Options> object(name);
  Options::for_each_option([&](const char* option, auto member, const OptionRange&) {
    if constexpr (std::is_same_v<decltype(member), std::uint64_t Options::*>) {
      object.field(option, seed_of<Options>, set_seed<Options>);
    } else {
      object.field(option, member);
    }
  });
}

/// Of fields that are only read.
template <typename Object, typename Field>
void never_set(Object&, Field) {}

/// Offsets of tokens or words in `text`, from bytes to UTF-16 units. What begins or ends inside a
/// character covers the whole of it.
template <typename T>
void to_utf16_offsets(std::string_view text, std::vector<T>& tokens) {
  const Utf16Offsets offsets(text);
  for (T& token : tokens) {
    token.start = offsets.begin(token.start);
    token.end = offsets.end(token.end);
  }
}

}  // namespace glassformer

namespace emscripten::internal {

/// A type that crosses as a JavaScript value, which `Derived` makes and reads.
template <typename T, typename Derived>
struct ValBinding {
  using WireType = EM_VAL;
  static WireType toWireType(const T& value, rvp::default_tag policy) {
    return BindingType<val>::toWireType(Derived::to_js(value), policy);
  }
  static WireType toWireType(T&& value, rvp::default_tag policy) {
    return BindingType<val>::toWireType(Derived::to_js(std::move(value)), policy);
  }
  static T fromWireType(WireType wire) {
    return Derived::from_js(BindingType<val>::fromWireType(wire));
  }
};

/// An object of fields that Embind would copy on its way to JavaScript. What does not fit into
/// memory twice is moved.
template <typename T>
struct MovedBinding : GenericBindingType<T> {
  using GenericBindingType<T>::toWireType;
  static T* toWireType(T&& value, rvp::default_tag) { return new T(std::move(value)); }
};
template <>
struct BindingType<glassformer::Tensor> : MovedBinding<glassformer::Tensor> {};
template <>
struct BindingType<glassformer::NamedTensor> : MovedBinding<glassformer::NamedTensor> {};

template <typename T>
struct BindingType<std::vector<T>> : ValBinding<std::vector<T>, BindingType<std::vector<T>>> {
  static val to_js(std::vector<T>&& values) {
    if constexpr (std::is_arithmetic_v<T>) {
      return to_js(std::as_const(values));
    } else {
      val array = val::array();
      for (std::size_t i = 0; i < values.size(); ++i) array.set(i, val(std::move(values[i])));
      return array;
    }
  }
  static val to_js(const std::vector<T>& values) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, std::size_t>) {
      return val(typed_memory_view(values.size(), values.data())).template call<val>("slice");
    } else {
      return val::array(values);
    }
  }
  static std::vector<T> from_js(const val& array) {
    if constexpr (std::is_arithmetic_v<T>) {
      return convertJSArrayToNumberVector<T>(array);
    } else {
      return vecFromJSArray<T>(array);
    }
  }
};

/// Bytes of a file, which only leave.
template <>
struct BindingType<std::vector<std::byte>>
    : ValBinding<std::vector<std::byte>, BindingType<std::vector<std::byte>>> {
  static val to_js(const std::vector<std::byte>& file) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
    return val(typed_memory_view(file.size(), bytes)).template call<val>("slice");
  }
};

/// A pair of numbers, such as betas.
template <>
struct BindingType<std::array<double, 2>>
    : ValBinding<std::array<double, 2>, BindingType<std::array<double, 2>>> {
  static val to_js(const std::array<double, 2>& values) {
    val pair = val::array();
    pair.set(0, values[0]);
    pair.set(1, values[1]);
    return pair;
  }
  static std::array<double, 2> from_js(const val& pair) {
    return {pair[0].as<double>(), pair[1].as<double>()};
  }
};

template <typename E>
struct BindingType<E, std::enable_if_t<(glassformer::kNames<E>.size() > 0)>>
    : ValBinding<E, BindingType<E>> {
  static_assert(glassformer::names_every_value<E>(), "kNames<E> is not the list of E's values");
  static val to_js(E value) {
    return val(std::string(glassformer::kNames<E>[static_cast<std::size_t>(value)]));
  }
  static E from_js(const val& name) {
    const auto& names = glassformer::kNames<E>;
    const auto found = std::find(names.begin(), names.end(), name.as<std::string>());
    assert(found != names.end());
    return static_cast<E>(found - names.begin());
  }
};

template <typename T>
struct BindingType<glassformer::Result<T>>
    : ValBinding<glassformer::Result<T>, BindingType<glassformer::Result<T>>> {
  static val to_js(glassformer::Result<T>&& result) {
    if (!result) return val(result.error());
    if constexpr (std::is_same_v<T, std::monostate>) {
      return val::undefined();
    } else if constexpr (std::is_copy_constructible_v<T>) {
      return val(std::move(result.value()));
    } else {
      return to_handle(std::move(result).value());
    }
  }

 private:
  template <typename U>
  static val to_handle(std::unique_ptr<U> owned) {
    return val(std::move(owned));
  }
  template <typename U>
  static val to_handle(U value) {
    return val(std::make_unique<U>(std::move(value)));
  }
};

}  // namespace emscripten::internal
