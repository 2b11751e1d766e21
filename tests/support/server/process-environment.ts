/**
 * Turns off services with fixed default ports, which parallel tests would contend for, and the mail process, which takes processor time at each
 * start.
 */
const OFF = { SUBMISSION_PORT: '0', SUBMISSIONS_PORT: '0', MAIL_PROCESSES: '0' };

/**
 * Returns the environment of a process that a test starts: its settings, and of this process only where to find programs and
 * compiled modules. Submission and mail processes are off unless a setting states otherwise. No setting of the developer's shell has an effect.
 */
export function processEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...OFF, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings };
}
