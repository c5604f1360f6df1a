#include "files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace glassformer::tools {
namespace {

Error file_error(const std::filesystem::path& path, const char* what, int cause) {
  return invalid_file(path.string() + " " + what + ": " + std::strerror(cause));
}

// The errno of what failed; 0 if nothing did.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return file_error(path, "cannot be read", EISDIR);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return file_error(path, "cannot be read", errno);
  std::ostringstream text;
  text << stream.rdbuf();
  if (stream.bad()) return file_error(path, "cannot be read", errno);
  return std::move(text).str();
}

Status write_file(const std::filesystem::path& path, std::string_view bytes) {
  constexpr int kReadable = 0644;
  const std::filesystem::path beside = path.string() + ".new";
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kReadable);
  if (file < 0) return file_error(path, "cannot be written", errno);
  int cause = write_all(file, bytes);
  if (::close(file) != 0 && cause == 0) cause = errno;
  if (cause == 0 && std::rename(beside.c_str(), path.c_str()) != 0) cause = errno;
  if (cause == 0) return ok_status();
  ::unlink(beside.c_str());
  return file_error(path, "cannot be written (what was there before is unchanged)", cause);
}

}  // namespace glassformer::tools
