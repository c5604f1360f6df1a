#include "files.hpp"

#include <sys/resource.h>

#include <csignal>
#include <string>

#include "folder.hpp"
#include "messages.hpp"

namespace glassformer::tools {
namespace {

using test::message_of;
using test::TemporaryFolder;

// For the time of its life no file may grow beyond so many bytes, as on a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

}  // namespace

TEST_CASE("what is written is read back", "[files]") {
  const TemporaryFolder folder;
  const auto path = folder / "a";
  REQUIRE(write_file(path, std::string("one\0two", 7)).ok());
  CHECK(*read_file(path) == std::string("one\0two", 7));
  REQUIRE(write_file(path, std::string_view()).ok());
  CHECK(read_file(path)->empty());
}

TEST_CASE("a full disk leaves the old file and says so", "[files]") {
  const TemporaryFolder folder;
  const auto path = folder / "a";
  REQUIRE(write_file(path, "old").ok());
  const std::string large(5000, 'x');
  std::string message;
  {
    const SmallDisk full(1000);
    message = message_of(write_file(path, large));
  }
  CHECK(message ==
        path.string() + " cannot be written (what was there before is unchanged): File too large");
  CHECK(*read_file(path) == "old");
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("files that cannot be read or written are named", "[files]") {
  const TemporaryFolder folder;
  CHECK(message_of(read_file(folder / "none")) ==
        (folder / "none").string() + " cannot be read: No such file or directory");
  CHECK(message_of(read_file(folder.path())) ==
        folder.path().string() + " cannot be read: Is a directory");
  CHECK(message_of(write_file(folder / "none" / "a", "x")) ==
        (folder / "none" / "a").string() + " cannot be written: No such file or directory");
}

}  // namespace glassformer::tools
