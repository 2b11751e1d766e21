/**
 * Handle and name of the example profile. In a separate file because the landing page loads them without the links of
 * the profile.
 */
export const SAMPLE_HANDLE = 'digital-universe';
export const SAMPLE_NAME = 'Digital Universe';
