import type { JudgedSwitch } from '../drills/verdict.ts';

/**
 * Fastify's own response on an open connection while it closes. Releases before 0.10.0 do not prevent it, so a request that Caddy sends at that
 * moment gets this response; 0.10.0 serves such a request. None of our pages has this text.
 */
const CLOSING = ' returns 503 {"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}';
const SERVES_WHILE_CLOSING = [0, 10] as const;

/**
 * Removes the failures of a switch in which a release before 0.10.0 sends this response while `to` replaces its http process.
 * Returns the rest, and the number of removed failures.
 */
export function withoutClosingAnswers(
  result: JudgedSwitch,
  from: string,
  to: string,
): { judged: JudgedSwitch; allowed: number } {
  const [major = 0, minor = 0] = from.split('.').map(Number);
  const isOld = major === SERVES_WHILE_CLOSING[0] && minor < SERVES_WHILE_CLOSING[1];
  let allowed = 0;
  const isAllowed = (text: string) =>
    isOld && [1, 2].some((number) => text.startsWith(`http-${number}: ${to}: `)) && text.endsWith(CLOSING);
  const web = Object.fromEntries(
    Object.entries(result.web).map(([kind, { done, failures }]) => {
      const rest = failures.filter((text) => !isAllowed(text));
      allowed += failures.length - rest.length;
      return [kind, { done, failures: rest }];
    }),
  ) as JudgedSwitch['web'];
  return { judged: { ...result, web }, allowed };
}
