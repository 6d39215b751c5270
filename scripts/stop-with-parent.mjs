// Loaded into every server that a script starts. When that script is gone, even by kill -9, the channel to it closes, and the server stops as cleanly as
// if it had been asked to: no port and no database stays behind.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// A command that has finished ends; the open channel alone does not keep it running.
process.channel?.unref();
