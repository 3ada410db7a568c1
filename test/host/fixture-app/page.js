globalThis.seenAtStart = typeof globalThis.fixture
