# The toolchain file of the WebAssembly presets: it only finds Emscripten and hands over to
# Emscripten's own. Order: .toolchain/ (filled by `npm run setup`), then emcc on the PATH.
get_filename_component(project_root "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(emscripten_root "${project_root}/.toolchain/emscripten/usr/share/emscripten")

if(NOT EXISTS "${emscripten_root}")
  find_program(glassformer_em_config em-config)
  if(glassformer_em_config)
    execute_process(COMMAND "${glassformer_em_config}" EMSCRIPTEN_ROOT
      OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
if(NOT EXISTS "${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
  message(FATAL_ERROR "Emscripten was not found: run `npm run setup`, or put emcc 3.1.69 or newer on the PATH.")
endif()

include("${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
