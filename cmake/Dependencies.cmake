# Each library is looked for in three places: .toolchain/ (filled by `npm run setup`), the system,
# the network. What follows uses glassformer::xsimd, glassformer::json and, after a call of
# glassformer_find_catch2(), glassformer::catch2.
include(FetchContent)

set(toolchain "${PROJECT_SOURCE_DIR}/.toolchain")

# Header-only, so a native package serves WebAssembly as well: the search must leave the sysroot.
function(glassformer_find_headers name directory package version target git_url git_tag)
  add_library(glassformer_${name} INTERFACE)
  add_library(glassformer::${name} ALIAS glassformer_${name})
  if(EXISTS "${toolchain}/${directory}")
    target_include_directories(glassformer_${name} SYSTEM INTERFACE "${toolchain}/${directory}")
    return()
  endif()
  find_package(${package} ${version} QUIET NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${package}_FOUND)
    FetchContent_Declare(${package} GIT_REPOSITORY ${git_url} GIT_TAG ${git_tag} GIT_SHALLOW ON)
    FetchContent_MakeAvailable(${package})
  endif()
  target_link_libraries(glassformer_${name} INTERFACE ${target})
endfunction()

glassformer_find_headers(xsimd xsimd/usr/include xsimd 13 xsimd
  https://github.com/xtensor-stack/xsimd.git 13.2.0)
glassformer_find_headers(json nlohmann-json/usr/include nlohmann_json 3.11
  nlohmann_json::nlohmann_json https://github.com/nlohmann/json.git v3.11.3)

# Catch2 is compiled here from its two amalgamated files, so that every build (sanitized,
# WebAssembly) has one with its own flags; a system's Catch2 can serve the plain native build only.
function(glassformer_find_catch2)
  set(amalgamated "${toolchain}/catch2")
  if(NOT EXISTS "${amalgamated}" AND NOT EMSCRIPTEN AND NOT GLASSFORMER_SANITIZE)
    find_package(Catch2 3.4 QUIET)
    if(Catch2_FOUND)
      add_library(glassformer_catch2 INTERFACE)
      # The tests include the amalgamated name; this folder forwards it to the package.
      file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/catch2/catch_amalgamated.hpp"
        "#include <catch2/catch_all.hpp>\n")
      target_include_directories(glassformer_catch2 INTERFACE "${CMAKE_CURRENT_BINARY_DIR}/catch2")
      target_link_libraries(glassformer_catch2 INTERFACE Catch2::Catch2WithMain)
      add_library(glassformer::catch2 ALIAS glassformer_catch2)
      return()
    endif()
  endif()
  if(NOT EXISTS "${amalgamated}")
    FetchContent_Declare(catch2_source GIT_REPOSITORY https://github.com/catchorg/Catch2.git
      GIT_TAG v3.7.1 GIT_SHALLOW ON SOURCE_SUBDIR extras/none)
    FetchContent_MakeAvailable(catch2_source)
    set(amalgamated "${catch2_source_SOURCE_DIR}/extras")
  endif()
  add_library(glassformer_catch2 STATIC "${amalgamated}/catch_amalgamated.cpp")
  target_include_directories(glassformer_catch2 SYSTEM PUBLIC "${amalgamated}")
  # Optimizing the test framework costs more than it ever gives back, and it is not what is tested.
  target_compile_options(glassformer_catch2 PRIVATE -O0 -w
    $<$<BOOL:${GLASSFORMER_SANITIZE}>:-fno-sanitize=all>)
  if(EMSCRIPTEN)
    target_compile_options(glassformer_catch2 PUBLIC -fexceptions)
  endif()
  add_library(glassformer::catch2 ALIAS glassformer_catch2)
endfunction()
