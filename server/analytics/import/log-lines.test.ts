import { expect, it } from 'vitest';
import { parseLogLine } from './log-lines.ts';

const COMBINED =
  '192.0.2.1 - ann [22/Nov/2026:20:15:43 +0100] "GET /ada?utm_source=a HTTP/2.0" 200 5120 "https://a.example/\\"x" "Mozilla/5.0 (X11)" more "fields"';

it('reads the combined log format', () => {
  expect(parseLogLine(COMBINED)).toEqual({
    at: Date.parse('2026-11-22T19:15:43Z'),
    address: '192.0.2.1',
    method: 'GET',
    url: '/ada?utm_source=a',
    host: undefined,
    status: 200,
    referrer: 'https://a.example/"x',
    userAgent: 'Mozilla/5.0 (X11)',
    isHit: undefined,
  });
});

it.each([
  [
    'Cloudflare',
    '{"ClientIP":"192.0.2.1","ClientRequestMethod":"GET","ClientRequestURI":"/ada?a=b","ClientRequestHost":"h.example","EdgeResponseStatus":304,"EdgeStartTimestamp":1795375800000000000,"CacheCacheStatus":"stale","ClientRequestUserAgent":"Firefox","ClientRequestReferer":""}',
    true,
  ],
  [
    'CloudFront',
    '{"date":"2026-11-22","time":"19:30:00","c-ip":"192.0.2.1","cs-method":"GET","cs-uri-stem":"/ada","cs-uri-query":"a=b","cs(Host)":"h.example","sc-status":"304","x-edge-result-type":"RefreshHit","cs(User-Agent)":"Firefox","cs(Referer)":"-"}',
    false,
  ],
  [
    'Fastly',
    '{"timestamp":"2026-11-22T19:30:00Z","client_ip":"192.0.2.1","request_method":"GET","url":"/ada?a=b","host":"h.example","response_status":304,"cache_status":"HIT-CLUSTER","request_user_agent":"Firefox"}',
    true,
  ],
  [
    'nginx',
    '{"time_iso8601":"2026-11-22T19:30:00+00:00","remote_addr":"192.0.2.1","request_method":"GET","request_uri":"/ada?a=b","host":"h.example","status":"304","http_user_agent":"Firefox","http_referer":"-"}',
    undefined,
  ],
])('reads JSON lines of %s', (_name, line, isHit) => {
  expect(parseLogLine(line)).toEqual({
    at: Date.parse('2026-11-22T19:30:00Z'),
    address: '192.0.2.1',
    method: 'GET',
    url: '/ada?a=b',
    host: 'h.example',
    status: 304,
    referrer: undefined,
    userAgent: 'Firefox',
    isHit,
  });
});

it.each([
  '',
  'x',
  '{',
  '{"ClientIP":"192.0.2.1"}',
  '{"__proto__":{"ClientIP":"1.1.1.1"}}',
  '{"ClientIP":{},"ClientRequestURI":[],"EdgeResponseStatus":"x"}',
  COMBINED.replace('22/Nov', '99/Nov'),
  COMBINED.replace('Nov', 'Xxx'),
  COMBINED.replace('"GET', '"'),
  `192.0.2.1 - - [22/Nov/2026:20:15:43 +0100] "GET /${'\\"'.repeat(10_000)}`,
])('rejects a hostile line', (line) => {
  expect(parseLogLine(line)).toBeNull();
});
