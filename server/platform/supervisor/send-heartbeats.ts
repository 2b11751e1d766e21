import { sendHeartbeats } from './process-heartbeat.ts';

// Loaded with --import before the program of a watched process; see HEARTBEAT_OPTIONS.
sendHeartbeats();
