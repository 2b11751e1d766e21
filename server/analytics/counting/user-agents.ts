import Bowser from 'bowser';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

export type Device = 'desktop' | 'mobile' | 'tablet';

/** Browsers send no more than a few hundred characters. */
export const MAX_USER_AGENT_LENGTH = 512;
const MAX_CACHED = 2000;
const MIN_LENGTH = 10;

/** Returns the device that a User-Agent names; null for programs that are not a person's browser. */
function readUserAgent(userAgent: string): Device | null {
  if (userAgent.length < MIN_LENGTH || userAgent.length > MAX_USER_AGENT_LENGTH || isbot(userAgent)) return null;
  const { type } = Bowser.parse(userAgent).platform;
  return type === 'mobile' || type === 'tablet' ? type : 'desktop';
}

/** Returns `readUserAgent` with a cache, because parsing takes longer than serving the request. */
export function cachedUserAgents(): (userAgent: string | undefined) => Device | null {
  const known = new LRUCache<string, Device | 'none'>({ max: MAX_CACHED });
  return (userAgent) => {
    if (userAgent === undefined || userAgent.length > MAX_USER_AGENT_LENGTH) return null;
    let device = known.get(userAgent);
    if (device === undefined) {
      device = readUserAgent(userAgent) ?? 'none';
      known.set(userAgent, device);
    }
    return device === 'none' ? null : device;
  };
}
