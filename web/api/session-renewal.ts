let renewal: Promise<void> | undefined;
let isPending = false;

/** Sends a request that replaces the session cookie. */
export function renewing(request: Promise<Response>): Promise<Response> {
  const end = () => {
    isPending = false;
  };
  isPending = true;
  renewal = request.then(end, end);
  return request;
}

/**
 * Sends a request, and once more if it failed with 401 while the session cookie was replaced: the server no longer accepts
 * the cookie of that request, and its response may arrive before the new cookie.
 */
export async function acrossRenewal(request: () => Promise<Response>): Promise<Response> {
  const before = isPending ? undefined : renewal;
  const response = await request();
  if (response.status !== 401 || renewal === before) return response;
  await renewal;
  return request();
}
