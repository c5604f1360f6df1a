if(GLASSFORMER_SANITIZE)
  # -UNDEBUG and the library's own checks: a broken invariant must stop here, not only in Debug.
  # vptr needs run-time type information, which the core goes without.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer -UNDEBUG -D_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
endif()
if(GLASSFORMER_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
