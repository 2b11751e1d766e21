/** Handle and name of the example profile. In a file of their own, because the landing page loads them without its links. */
export const SAMPLE_HANDLE = 'digital-universe';
export const SAMPLE_NAME = 'Digital Universe';
