# Linked privately, so that our taste in warnings never reaches a project that uses us.
add_library(glassformer_warnings INTERFACE)
target_compile_options(glassformer_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wvla
  $<$<BOOL:${GLASSFORMER_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC guesses these while it optimizes, and in std::string and the vector headers it guesses
  # wrong, differently in every version. The sanitized build finds the real ones.
  target_compile_options(glassformer_warnings INTERFACE
    -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
    -Wno-maybe-uninitialized -Wno-uninitialized)
  if(CMAKE_UNITY_BUILD)
    # GCC treats a source that a unity file includes as a header.
    target_compile_options(glassformer_warnings INTERFACE -Wno-subobject-linkage)
  endif()
endif()
