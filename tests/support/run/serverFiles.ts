// The server tests that do not run as the others do.

/** These run after all others and in their own processes: they measure, or do what a thread cannot do. */
export const isolatedFiles = ['tests/server/officers/clubSocket.test.ts', 'tests/server/drain.test.ts']
