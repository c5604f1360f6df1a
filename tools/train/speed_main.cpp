// glassformer-train-speed RECIPE VOCABULARY SEQUENCES STEPS THREADS
#include <cstdlib>
#include <iostream>

#include "speed.hpp"

int main(int count, char** values) {
  constexpr int kArguments = 6;
  if (count != kArguments) {
    std::cerr << "usage: glassformer-train-speed RECIPE VOCABULARY SEQUENCES STEPS THREADS\n";
    return EXIT_FAILURE;
  }
  const auto number = [&](int i) { return std::strtoul(values[i], nullptr, 10); };
  const auto status = glassformer::tools::measure_speed(values[1], number(2), number(3), number(4),
                                                        number(5), std::cout);
  if (status) return EXIT_SUCCESS;
  std::cerr << status.error().message << "\n";
  return EXIT_FAILURE;
}
