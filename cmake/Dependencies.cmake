# Each library is looked for in three places: .toolchain/ (filled by `npm run setup`), the system,
# the network. What follows uses glassformer::xsimd, glassformer::json and, after a call of
# glassformer_find_catch2(), glassformer::catch2.
include(FetchContent)

# An archive from GitHub, by its SHA-256, because a tag can be moved. Debian's source packages of
# these versions hold the same archives, so `apt-get source` tells the same hashes.
macro(glassformer_fetch name path sha256)
  FetchContent_Declare(${name} URL "https://github.com/${path}" URL_HASH SHA256=${sha256}
    DOWNLOAD_EXTRACT_TIMESTAMP OFF ${ARGN})
  FetchContent_MakeAvailable(${name})
endmacro()

set(toolchain "${PROJECT_SOURCE_DIR}/.toolchain")

# Header-only, so a native package serves WebAssembly as well: the search must leave the sysroot.
function(glassformer_find_headers name directory package version target archive sha256)
  add_library(glassformer_${name} INTERFACE)
  add_library(glassformer::${name} ALIAS glassformer_${name})
  if(EXISTS "${toolchain}/${directory}")
    target_include_directories(glassformer_${name} SYSTEM INTERFACE "${toolchain}/${directory}")
    return()
  endif()
  find_package(${package} ${version} QUIET NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${package}_FOUND)
    glassformer_fetch(${package} ${archive} ${sha256})
  endif()
  target_link_libraries(glassformer_${name} INTERFACE ${target})
endfunction()

glassformer_find_headers(xsimd xsimd/usr/include xsimd 13 xsimd
  xtensor-stack/xsimd/archive/refs/tags/13.2.0.tar.gz
  edd8cd3d548c185adc70321c53c36df41abe64c1fe2c67bc6d93c3ecda82447a)
glassformer_find_headers(json nlohmann-json/usr/include nlohmann_json 3.11
  nlohmann_json::nlohmann_json
  nlohmann/json/archive/refs/tags/v3.11.3.tar.gz
  0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406)

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
    glassformer_fetch(catch2_source catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
      c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c SOURCE_SUBDIR extras/none)
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
