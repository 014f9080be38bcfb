#include <cstdio>

#include "mask2cause/version.h"

int main() { std::printf("mask2cause %s\n", mask2cause::Version()); }
