// Files as a training run needs them: read whole, written so that a kill at any moment leaves the
// old file or the new one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "glassformer/error.hpp"

namespace glassformer::tools {

/// A file that cannot be read is an Error that names it.
Result<std::string> read_file(const std::filesystem::path& path);

/// Writes beside the file and renames. On an Error (a full disk) the old file is as it was.
Status write_file(const std::filesystem::path& path, std::string_view bytes);
inline Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  return write_file(path,
                    std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace glassformer::tools
