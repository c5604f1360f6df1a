// Hooks: what is recorded and edited in a run.
#include "glassformer/hooks.hpp"
#include "convert.hpp"

namespace glassformer {
namespace {

using emscripten::class_;
using emscripten::value_object;

EMSCRIPTEN_BINDINGS(hooks) {
  value_object<Edit>("Edit")
      .field("hook", &Edit::hook)
      .field("action", &Edit::action)
      .field("head", &Edit::head)
      .field("factor", &Edit::factor)
      .field("values", &Edit::values);
  class_<HookList>("HookList")
      .constructor()
      .function("record", &HookList::record)
      .function("edit", &HookList::edit)
      .function("takeRecorded", &HookList::take_recorded)
      .function("status", &HookList::status);
  emscripten::function(
      "matchesGlob", +[](const std::string& pattern, const std::string& name) {
        return matches_glob(pattern, name);
      });
}

}  // namespace
}  // namespace glassformer
