#include "thread_pool.hpp"

namespace glassformer::tools {

ThreadPool::ThreadPool(std::size_t workers) {
  for (std::size_t i = 1; i < workers; ++i) threads_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(std::size_t count, void (*task)(void*, std::size_t), void* data) {
  const Job job{count, task, data};
  {
    const std::lock_guard lock(mutex_);
    job_ = job;
    next_ = 0;
    ++jobs_;
    busy_ = threads_.size();
  }
  begun_.notify_all();
  take_part(job);
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadPool::work() {
  std::size_t seen = 0;
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return stopping_ || jobs_ != seen; });
      if (stopping_) return;
      seen = jobs_;
      job = job_;
    }
    take_part(job);
    {
      const std::lock_guard lock(mutex_);
      --busy_;
    }
    ended_.notify_one();
  }
}

void ThreadPool::take_part(const Job& job) {
  for (std::size_t i = next_++; i < job.count; i = next_++) job.task(job.data, i);
}

}  // namespace glassformer::tools
