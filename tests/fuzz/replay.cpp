// SPDX-License-Identifier: Apache-2.0
//
// Gives the files of the folders named to a fuzz target, without a fuzzer.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& path : files) {
      std::ifstream file(path, std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(file), {}};
      std::printf("%s\n", path.filename().c_str());
      // Cut off anywhere, too.
      for (std::size_t size = 0; size <= content.size(); ++size) {
        const std::vector<std::uint8_t> input(content.begin(),
                                              content.begin() + static_cast<std::ptrdiff_t>(size));
        LLVMFuzzerTestOneInput(input.data(), input.size());
      }
      ++count;
    }
  }
  return count > 0 ? 0 : 1;
}
