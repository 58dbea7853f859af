/**
 * Starts to count the processor's milliseconds of this process. The clock's would also count what else the machine is doing.
 */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
}
