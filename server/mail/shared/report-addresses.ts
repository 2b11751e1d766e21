/** Local parts of the addresses in our DNS records for DMARC reports (RFC 9990) and TLS reports (RFC 8460). */
export const DMARC_REPORTS = 'dmarc-reports';
export const TLS_REPORTS = 'tls-reports';
