import { defineCall } from './call.ts';

export const getOpenApi = defineCall('GET /api/openapi.json', { by: 'anyone', produces: 'application/json' });

export const getApiDocs = defineCall('GET /api/docs', { by: 'anyone', produces: 'text/html' });
