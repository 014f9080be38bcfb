// Everything the library offers.
#pragma once

#include "mask2cause/checks.h"
#include "mask2cause/dataset.h"
#include "mask2cause/discover.h"
#include "mask2cause/error.h"
#include "mask2cause/export.h"
#include "mask2cause/forecast.h"
#include "mask2cause/graph.h"
#include "mask2cause/model.h"
#include "mask2cause/options.h"
#include "mask2cause/progress.h"
#include "mask2cause/prune.h"
#include "mask2cause/report.h"
#include "mask2cause/simulate.h"
#include "mask2cause/study.h"
#include "mask2cause/version.h"
