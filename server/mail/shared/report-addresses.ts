/** Local parts of the addresses for DMARC reports (RFC 9990) and TLS reports (RFC 8460), which our DNS records name. */
export const DMARC_REPORTS = 'dmarc-reports';
export const TLS_REPORTS = 'tls-reports';
