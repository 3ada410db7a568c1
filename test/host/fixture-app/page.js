window.seenAtStart = typeof window.fixture
